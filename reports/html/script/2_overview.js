'use strict';
// The first screen and the sections without charts.

function drawFailed(cases, open) {
  const bad = [];
  const counts = new Map();
  for (let row = 0; row < cases.count; ++row) {
    const status = cases.status(row);
    if (status.good) continue;
    counts.set(status.text, (counts.get(status.text) || 0) + 1);
    bad.push(row);
  }
  if (cases.count === 0) return fill('failed', el('p', null, 'Nothing was run, and that is a failure.'));
  if (bad.length === 0) return fill('failed', el('p', null, 'Nothing. Every case ended as expected.'));
  // One of each kind of failure first: ten alike say less than one of each of ten.
  const seen = new Set();
  const kind = (row) => cases.status(row).name + ' ' + cases.reason(row).replace(/[\d.eE+-]+/g, '#');
  const first = bad.filter((row) => !seen.has(kind(row)) && seen.add(kind(row)));
  const shown = first.concat(bad.filter((row) => !first.includes(row)).slice(0, 6)).slice(0, 6);
  const items = shown.map((row) => el('li', null, statusBadge(cases.status(row)), ' ',
    el('button', {type: 'button', class: 'link', onclick: () => open(row)}, cases.id(row)),
    el('span', {class: 'reason quiet'}, cases.reason(row))));
  const more = bad.length > shown.length
    ? el('p', null, el('button', {type: 'button', onclick: () => open(null)},
        'All ' + grouped(bad.length) + ' in the list')) : null;
  fill('failed', el('ul', {class: 'failures'}, items), more || '');
}

function meter(used) {
  const n = number(used);
  const beyond = !(n <= 1);
  const bar = el('i', {class: beyond ? 'bad' : n > 0.75 ? 'warn' : ''});
  bar.style.width = (beyond ? 100 : Math.max(1, 100 * n)) + '%';
  return el('span', {class: 'meter', 'aria-hidden': 'true'}, bar);
}

function drawLimits(limits, cases, open) {
  if (limits.rows.length === 0) return fill('limits', el('p', null, 'No case was judged by numbers.'));
  const rows = limits.rows.map((row) => [
    row.standard + (row.advisory ? ' (advisory)' : ''),
    row.metric,
    [meter(row.used), ' ', percent(row.used)],
    shortNumber(row.value) + ' of ' + shortNumber(row.limit),
    row.beyond === 0 ? '0' : el('strong', null, grouped(row.beyond)),
    el('button', {type: 'button', class: 'link', title: cases.id(row.row), onclick: () => open(row.row)}, 'show'),
  ]);
  fill('limits', el('div', {class: 'scroll'},
    table(['standard', 'metric', 'nearest case used', '#value of limit', '#beyond', 'case'], rows)));
}

function drawSafety(safety, cases, open) {
  const lines = [
    grouped(safety.identical) + ' of ' + grouped(safety.repeated) + ' cases that ran more than once gave the same bits each time.',
    grouped(safety.intact) + ' of ' + grouped(safety.executed) + ' cases that ran on the device left all guard zones and inputs intact.',
  ].map((line) => el('p', null, line));
  const words = {differs: 'results differ', guard: 'guard broken', device: 'device report'};
  const rows = safety.findings.map((finding) => [
    words[finding.what],
    el('button', {type: 'button', class: 'link', onclick: () => open(finding.row)}, cases.id(finding.row)),
    finding.text]);
  fill('safety', lines, rows.length === 0 ? []
    : [el('div', {class: 'scroll tall'}, table(['what', 'case', 'where'], rows))]);
}

function drawCoverage(axes) {
  if (axes.length === 0) return fill('coverage', el('p', null, 'The suites name no axes.'));
  fill('coverage', axes.map((axis) => el('div', {class: 'axis'},
    el('strong', null, axis.axis), ' ', el('span', {class: 'quiet'}, grouped(axis.count) + (axis.count === 1 ? ' value' : ' values')), el('br'),
    axis.values.map(([value, count, bad]) => el('span', {class: bad > 0 ? 'lost' : null},
      value + ': ' + grouped(count - bad) + '/' + grouped(count))),
    axis.count > axis.values.length ? el('span', {class: 'quiet'}, '...') : null)));
}

function drawAbout(head) {
  const facts = [
    ['command', el('code', null, head.command)],
    ['device', head.soc + ', contract ' + head.contract],
    ['libraries', el('code', null, head.libraries)],
    ...Object.entries(head.library_digests).map(([file, digest]) => [file, el('code', null, digest)]),
    ['started', head.started_at], ['seed', head.seed], ['planned', grouped(head.planned) + ' cases'],
    ['version', 'Touchstone ' + head.tool_version],
  ];
  const suites = head.suites.map((suite) =>
    [suite.name, el('code', null, suite.path), grouped(suite.cases), el('code', null, suite.digest)]);
  fill('about', el('dl', null, facts.map(([name, value]) => [el('dt', null, name), el('dd', null, value)])),
    el('div', {class: 'scroll'}, table(['suite', 'file', '#cases', 'digest'], suites)));
}
