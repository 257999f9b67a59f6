'use strict';
// What the failures have in common: the quickest way from many failures to one defect.

const kTraits = [['operands', 'inputs given'], ['size', 'elements of the first input'], ['divisor', 'largest power of 2 that divides them'], ['reduction', 'reduction'],
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

// How much a trait says about which cases fail, in bits.
function information(counts) {
  const entropy = (bad, all) => [bad, all - bad].filter((n) => n > 0).reduce((sum, n) => sum - n / all * Math.log2(n / all), 0);
  const all = counts.reduce((sum, count) => sum + count.all, 0), bad = counts.reduce((sum, count) => sum + count.bad, 0);
  return entropy(bad, all) - counts.reduce((sum, count) => sum + count.all / all * entropy(count.bad, count.all), 0);
}

const kSpeaking = 0.1;  // bits; ten cases of one kind by chance say less

function traitsOf(cases, rows) {
  return kTraits.map(([name, title]) => {
    const counts = countsBy(cases, name, rows).sort((a, b) => b.bad / b.all - a.bad / a.all || b.bad - a.bad || b.all - a.all);
    const failing = counts.filter((count) => count.bad > 0);
    const clean = counts.filter((count) => count.bad === 0);
    const exposed = failing.reduce((sum, count) => sum + count.all, 0);
    return {name, title, counts, failing, clean, telling: exposed / rows.length, bits: information(counts)};
  });
}

function drawCommon(cases, showTrait) {
  const rows = population(cases);
  const bad = rows.filter((row) => !cases.status(row).good).length;
  if (bad < 2) return;
  const all = traitsOf(cases, rows);
  const sorted = all.filter((trait) => trait.telling < 0.8).sort((a, b) => a.telling - b.telling);
  // Where every kind of case fails, some fail more often than others.
  const graded = sorted.length > 0 ? [] : all.filter((trait) => trait.bits >= kSpeaking).sort((a, b) => b.bits - a.bits).slice(0, 3);
  const one = ({value, bad: count, all: of}, name) => el('span', {class: 'trait'},
    count === 0 ? value : el('button', {type: 'button', class: 'link lost', onclick: () => showTrait({[name]: value})}, value),
    el('span', {class: count === 0 ? 'quiet' : null}, ' ' + grouped(count) + ' of ' + grouped(of)));
  const some = (items, name) => [items.slice(0, 8).map((item) => one(item, name)),
    items.length > 8 ? el('span', {class: 'quiet'}, 'and ' + grouped(items.length - 8) + ' more') : null];
  const line = ({name, title}, left, right) => [el('strong', null, title), some(left, name), some(right, name)];
  const part = (headings, lines) => (lines.length === 0 ? [] : el('div', {class: 'scroll'}, table(['', ...headings], lines)));
  const halves = (counts) => [counts.slice(0, Math.ceil(counts.length / 2)), counts.slice(Math.ceil(counts.length / 2)).reverse()];
  document.getElementById('common-card').hidden = false;
  fill('common', el('p', {class: 'quiet'}, biasText(cases, rows)),
    sorted.length + graded.length === 0 ? el('p', null, 'Nothing that this page knows of: every kind of case fails.') : [],
    part(['fails with', 'never with'], sorted.map((trait) => line(trait, trait.failing, trait.clean))),
    part(['fails most with', 'least with'], graded.map((trait) => line(trait, ...halves(trait.counts)))));
}
