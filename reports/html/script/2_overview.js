'use strict';
// The first screen and the sections without charts.

// Failures that differ only in their numbers count as alike: ten of them say no more than one.
function failureGroups(cases) {
  const groups = new Map();
  for (let row = 0; row < cases.count; ++row) {
    const status = cases.status(row);
    if (status.good) continue;
    const kind = status.name + ' ' + cases.reason(row)
      .replace(/0x[0-9A-F]+|\[[-\d, ]*\]|\b(nan|inf)\b|[\d.eE+-]+/g, '#').replace(/#( ?[#(), ]*#)*/g, '#');
    const group = groups.get(kind);
    if (group) {
      group.count += 1;
      if (!cases.hint(group.row) && cases.hint(row)) group.row = row;
    } else groups.set(kind, {row, count: 1, order: cases.columns.status[row]});
  }
  return [...groups.values()].sort((a, b) => a.order - b.order || b.count - a.count || a.row - b.row);
}

// What is known to fail, and does: good, but not to be forgotten.
function knownIssues(cases, open) {
  const rows = [];
  for (let row = 0; row < cases.count; ++row) if (cases.status(row).name === 'known_issue') rows.push(row);
  if (rows.length === 0) return [];
  return [el('p', {class: 'quiet'}, grouped(rows.length) + (rows.length === 1 ? ' known issue fails' : ' known issues fail') + ' as described:'),
    failureList(rows.slice(0, 3).map((row) => ({row, count: 1})), cases, open)];
}

function failureList(groups, cases, open) {
  return el('ul', {class: 'failures'}, groups.map(({row, count}) => el('li', null, statusBadge(cases.status(row)), ' ',
    el('button', {type: 'button', class: 'link', onclick: () => open(row)}, cases.id(row)),
    count > 1 ? el('span', {class: 'quiet'}, ' and ' + grouped(count - 1) + ' alike') : null,
    cases.hint(row) ? el('span', {class: 'hint'}, cases.hint(row)) : null,
    el('span', {class: 'reason quiet'}, cases.reason(row)))));
}

const kShownGroups = 6;

// "and 3 more kinds of failures: undecided 12, not run 2".
function otherGroups(groups, cases) {
  if (groups.length === 0) return [];
  const counts = new Map();
  for (const {row, count} of groups) {
    const text = cases.status(row).text;
    counts.set(text, (counts.get(text) || 0) + count);
  }
  return el('p', {class: 'quiet'}, 'and ' + grouped(groups.length) + (groups.length === 1 ? ' more kind' : ' more kinds') +
    ' of failures: ' + [...counts].map(([text, count]) => text + ' ' + grouped(count)).join(', '));
}

function drawFailed(cases, open) {
  if (cases.count === 0) return fill('failed', el('p', null, 'Nothing was run, and that is a failure.'));
  const groups = failureGroups(cases);
  if (groups.length === 0) {
    return fill('failed', el('p', null, 'Nothing. Every case ended as expected.'), knownIssues(cases, open));
  }
  const all = groups.reduce((sum, group) => sum + group.count, 0);
  fill('failed', failureList(groups.slice(0, kShownGroups), cases, open), otherGroups(groups.slice(kShownGroups), cases),
    el('p', null, el('button', {type: 'button', onclick: () => open(null)},
      all === 1 ? 'Show it in the list' : 'All ' + grouped(all) + ' in the list')));
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
  const judged = (row) => row.cases > 0;
  const rows = limits.rows.map((row) => [
    [row.standard + (row.advisory ? ' (advisory)' : ''), el('br'), el('span', {class: 'quiet'}, row.metric)],
    judged(row) ? [meter(row.used), ' ', el('span', {class: 'whole'}, percent(row.used)), el('br'),
      el('span', {class: 'quiet'}, shortNumber(row.value) + (row.metric === 'matched_ratio' ? ', at least ' : ' of ') + shortNumber(row.limit))] : '',
    [row.beyond === 0 ? '0' : el('strong', {class: row.advisory ? null : 'lost'}, grouped(row.beyond)), el('br'),
      el('span', {class: 'quiet'}, 'of ' + grouped(row.cases)),
      row.known === 0 ? [] : [el('br'), el('span', {class: 'status warn'}, grouped(row.known) + ' known')]],
    !judged(row) ? '' : el('button', {type: 'button', class: 'link whole', title: cases.id(row.row),
      'aria-label': 'Show the case ' + cases.id(row.row), onclick: () => open(row.row)}, 'show'),
  ]);
  fill('limits', el('div', {class: 'scroll'},
    table(['standard', 'nearest case used', '#beyond', 'case'], rows)));
}

function drawSafety(safety, cases, open) {
  const lines = [
    grouped(safety.identical) + ' of ' + grouped(safety.repeated) + ' cases that ran more than once gave the same bits each time.',
    grouped(safety.intact) + ' of ' + grouped(safety.executed) + ' cases that ran on the device left all guard zones and inputs intact.',
  ].map((line) => el('p', null, line));
  const words = {differs: 'results differ', guard: 'guard broken', device: 'device report'};
  const good = (finding) => cases.status(finding.row).good;
  const findings = [...safety.findings].sort((a, b) => good(a) - good(b));
  const rows = findings.map((finding) => [
    good(finding) ? el('span', {class: 'quiet'}, words[finding.what] + ', as expected') : el('span', {class: 'lost'}, words[finding.what]),
    el('button', {type: 'button', class: 'link', onclick: () => open(finding.row)}, cases.id(finding.row)),
    finding.text]);
  fill('safety', lines, rows.length === 0 ? []
    : [el('div', {class: 'scroll tall'}, table(['what', 'case', 'where'], rows))]);
}

function drawContracts(rows, cases, open) {
  if (rows.length === 0) return;
  document.getElementById('contracts-card').hidden = false;
  const side = (one) => (one.cases === 0 ? el('span', {class: 'quiet'}, 'not run') : [
    one.expected, el('br'),
    el('span', {class: one.good < one.cases ? 'lost' : 'quiet'},
      (one.good < one.cases ? '✗ ' : '✓ ') + grouped(one.good) + ' of ' + grouped(one.cases)),
    one.reason ? el('span', {class: 'reason quiet'}, one.reason) : null]);
  fill('contracts', table(['call', 'page', 'source', 'they'], rows.map((row) => [
    el('button', {type: 'button', class: 'link', onclick: () => open(row.row)}, row.name),
    side(row.documented), side(row.source),
    row.documented.cases === 0 || row.source.cases === 0 ? '' : row.parted ? el('strong', null, 'part') : 'agree'])));
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
