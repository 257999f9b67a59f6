'use strict';
// What the failures have in common: the quickest way from many failures to one defect.

const kTraits = [['operands', 'inputs given'], ['size', 'elements of the first input'], ['reduction', 'reduction'],
  ['dtype', 'dtype'], ['rank', 'rank'], ['layout', 'layout'], ['device', 'device'], ['suite', 'suite']];

// By value of one column: how many cases, and how many of them are not good.
function countsBy(cases, name, rows) {
  const counts = new Map();
  for (const row of rows) {
    const value = cases.text(name, row);
    const count = counts.get(value) || {value, all: 0, bad: 0, order: cases.columns[name].column[row]};
    count.all += 1;
    if (!cases.status(row).good) count.bad += 1;
    counts.set(value, count);
  }
  return [...counts.values()];
}

// Failures with numbers are held against cases with numbers only: error codes pass for other reasons.
function population(cases) {
  const rows = [...Array(cases.count).keys()];
  const bad = rows.filter((row) => !cases.status(row).good);
  const numeric = (row) => cases.columns.elements[row] > 0;
  if (2 * bad.filter(numeric).length < bad.length) return rows;
  return rows.filter((row) => numeric(row) || !cases.status(row).good);
}

function biasText(cases, rows) {
  const signs = rows.filter((row) => !cases.status(row).good).map((row) => cases.value('bias', row))
    .filter((bias) => bias !== null && bias !== 0 && !Number.isNaN(bias));
  const small = signs.filter((bias) => bias < 0).length;
  if (signs.length === 0) return '';
  const side = small === signs.length ? 'too small in every one' : small === 0 ? 'too large in every one'
    : 'too small in ' + grouped(small) + ', too large in ' + grouped(signs.length - small);
  return 'Of ' + grouped(signs.length) + ' failures with numbers, the results are on average ' + side + '.';
}

function drawCommon(cases, showTrait) {
  const rows = population(cases);
  const bad = rows.filter((row) => !cases.status(row).good).length;
  if (bad < 2) return;
  const traits = kTraits.map(([name, title]) => {
    const counts = countsBy(cases, name, rows);
    const failing = counts.filter((count) => count.bad > 0).sort((a, b) => b.bad / b.all - a.bad / a.all || b.bad - a.bad);
    const clean = counts.filter((count) => count.bad === 0).sort((a, b) => b.all - a.all);
    const exposed = failing.reduce((sum, count) => sum + count.all, 0);
    return {name, title, failing, clean, telling: exposed / rows.length};
  }).filter((trait) => trait.telling < 0.8).sort((a, b) => a.telling - b.telling);
  const some = (items, draw) => [items.slice(0, 8).map((item) => el('span', {class: 'trait'}, draw(item))),
    items.length > 8 ? el('span', {class: 'quiet'}, 'and ' + grouped(items.length - 8) + ' more') : null];
  const lines = traits.map(({name, title, failing, clean}) => [
    el('strong', null, title),
    some(failing, ({value, bad: count, all}) => [el('button', {type: 'button', class: 'link lost',
      onclick: () => showTrait({[name]: value})}, value), ' ' + grouped(count) + ' of ' + grouped(all)]),
    some(clean, ({value, all}) => [value, el('span', {class: 'quiet'}, ' 0 of ' + grouped(all))])]);
  document.getElementById('common-card').hidden = false;
  fill('common', el('p', {class: 'quiet'}, biasText(cases, rows)),
    lines.length === 0 ? el('p', null, 'Nothing that this page knows of: every kind of case fails.')
      : el('div', {class: 'scroll'}, table(['', 'fails with', 'never with'], lines)));
}
