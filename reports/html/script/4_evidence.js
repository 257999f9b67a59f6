'use strict';
// What the suites can notice: deliberate defects, and the smallest one that a bound shows.

const kMutantStates = ['killed', 'survived', 'equivalent', 'error'];

function countMutants(mutants) {
  const counts = {killed: 0, survived: 0, equivalent: 0, error: 0};
  for (const mutant of mutants) counts[mutant.state] += 1;
  return counts;
}

function groupBy(items, key) {
  const groups = new Map();
  for (const item of items) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en'));
}

function scoreOf(counts) {
  const tried = counts.killed + counts.survived;
  return tried === 0 ? '' : counts.killed + ' of ' + tried + ' (' + percent(counts.killed / tried) + ')';
}

function drawMutation(mutation) {
  if (mutation === null) return;
  document.getElementById('mutation-card').hidden = false;
  const {mutants} = mutation;
  const counts = countMutants(mutants);
  const line = (count) => kMutantStates.map((state) => (count[state] === 0 ? el('span', {class: 'quiet'}, '0')
    : el('span', {class: state === 'survived' || state === 'error' ? 'lost' : null}, grouped(count[state]))));
  const areas = groupBy(mutants, (mutant) => mutant.file.replace(/\/[^/]*$/, ''))
    .map(([area, list]) => [el('code', null, area), scoreOf(countMutants(list)), ...line(countMutants(list))]);
  const suites = mutation.suites.map((suite) => {
    const ran = mutants.filter((mutant) => mutant.ran.includes(suite));
    return [suite, grouped(ran.length), grouped(ran.filter((mutant) => mutant.noticed_by.includes(suite)).length)];
  }).filter(([, ran]) => ran !== '0');
  const named = (state) => mutants.filter((mutant) => mutant.state === state);
  const rows = (list) => list.map((mutant) => [el('span', {class: 'status ' + (mutant.state === 'survived' || mutant.state === 'error' ? '' : 'warn')}, mutant.state),
    el('code', null, mutant.id), mutant.breaks, el('code', null, mutant.file), mutant.reason || 'ran: ' + mutant.ran.join(', ')]);
  const alarming = [...named('survived'), ...named('error')];
  fill('mutation',
    el('p', null, el('strong', {class: counts.survived > 0 ? 'lost' : 'won'}, scoreOf(counts) || 'no'), ' deliberate defects are noticed by the suites.',
      alarming.length === 0 ? ' None survives.' : ''),
    alarming.length === 0 ? [] : el('div', {class: 'scroll'}, table(['state', 'defect', 'breaks', 'file', 'why'], rows(alarming))),
    el('div', {class: 'columns'},
      el('div', {class: 'scroll'}, table(['area', 'noticed', '#killed', '#survived', '#equivalent', '#error'], areas)),
      el('div', {class: 'scroll'}, table(['suite', '#ran on', '#noticed'], suites))),
    counts.equivalent === 0 ? [] : el('details', null, el('summary', null, grouped(counts.equivalent) + ' change nothing that could be noticed'),
      el('div', {class: 'scroll'}, table(['state', 'defect', 'breaks', 'file', 'why'], rows(named('equivalent'))))),
    el('p', {class: 'quiet'}, 'From ', el('code', null, mutation.path), ', version ' + mutation.tool_version + ', digest ', el('code', null, mutation.digest), '.'));
}

function drawDetectable(tables) {
  if (tables.length === 0) return;
  document.getElementById('detectable-card').hidden = false;
  fill('detectable', tables.map((one) => {
    const outputs = [];
    for (const [output] of one.columns) {
      const last = outputs[outputs.length - 1];
      if (last && last.output === output) last.span += 1;
      else outputs.push({output, span: 1});
    }
    const starts = new Set();
    outputs.reduce((at, {span}) => { starts.add(at); return at + span; }, 0);
    const edge = (i) => (starts.has(i) ? ' edge' : '');
    const head = [
      el('tr', null, el('td', null, ''), outputs.map(({output, span}) => el('th', {scope: 'colgroup', colspan: span, class: 'edge'}, output))),
      el('tr', null, el('th', {scope: 'col', class: 'number'}, 'N'), one.columns.map(([, condition], i) =>
        el('th', {scope: 'col', class: 'number' + edge(i)}, 'κ = ' + shortNumber(condition))))];
    const body = one.rows.map((cells, i) => el('tr', null, el('th', {scope: 'row', class: 'number'}, grouped(one.counts[i])),
      cells.map((cell, k) => el('td', {class: 'number' + edge(k) + (number(cell) < 1 ? ' won' : '')}, shortNumber(Number(number(cell).toPrecision(2)))))));
    return [el('p', {class: 'quiet'}, one.operator + ', judged by the rounding bound: what a sum or mean of N elements may be off before the verdict fails, in units of ' + one.unit
      + '; by type of the output and condition number κ = Σ|l| / |Σl|. Where it is below 1 a single dropped element is seen.'),
    el('div', {class: 'scroll'}, el('table', {class: 'plain'}, el('thead', null, head), el('tbody', null, body)))];
  }));
}
