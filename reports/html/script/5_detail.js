'use strict';
// What opens below a case's row.

function copyButton(text) {
  const button = el('button', {type: 'button'}, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {  // pages opened from a file may lack the clipboard interface
      const area = el('textarea', null, text);
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
      button.focus();
    }
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  return button;
}

const shape = (dims) => (dims.length === 0 ? 'scalar' : dims.join('x'));

function tensorRow(tensor) {
  if (tensor.presence !== 'given') return [tensor.name, tensor.presence, '', '', '', ''];
  return [tensor.name, tensor.dtype, shape(tensor.shape), tensor.layout, el('code', null, tensor.data),
    el('code', null, tensor.digest)];
}

function verdictRow(verdict) {
  const numbers = Object.keys(verdict.limits).map((name) => {
    const value = verdict.values[name];
    return value === undefined ? name + ' ' + shortNumber(verdict.limits[name])
      : name + ' ' + shortNumber(value) + ' (limit ' + shortNumber(verdict.limits[name]) + ')';
  });
  const extra = Object.keys(verdict.values).filter((name) => !(name in verdict.limits))
    .map((name) => name + ' ' + shortNumber(verdict.values[name]));
  const kind = {pass: 'good', fail: ''}[verdict.state];
  const marks = [verdict.certified ? 'certified' : 'not certified'];
  if (verdict.advisory) marks.push('advisory');
  if (verdict.vacuous) marks.push('vacuous: would admit zero or a constant');
  if (verdict.provenance) marks.push('from ' + verdict.provenance);
  return [verdict.standard + ' ' + verdict.version,
    el('span', {class: 'status ' + (kind === undefined ? 'warn' : kind)}, verdict.state.replace('_', ' ')),
    [...numbers, ...extra].join(', '), marks.join(', '), verdict.reason];
}

// The largest error that rounding explains at an element.
function boundText(worst) {
  const bound = number(worst.bound_ulp);
  if (!Number.isFinite(bound)) return '';
  return el('span', {class: number(worst.error_ulp) > bound ? 'lost' : null}, shortNumber(bound));
}

function worstRow(worst) {
  return [el('span', {class: 'whole'}, '[' + worst.coordinates.join(', ') + ']'),
    Object.entries(worst.inputs).map(([name, value]) => el('div', {class: 'whole'}, name + ' ' + value)),
    el('code', {class: 'whole'}, worst.actual_bits), String(number(worst.actual)),
    el('code', {class: 'whole'}, worst.expected_bits), String(number(worst.expected)),
    shortNumber(worst.error_ulp), boundText(worst), shortNumber(worst.absolute_error), shortNumber(worst.relative_error),
    worst.note ? el('div', {class: 'note'}, worst.note) : ''];
}

const kMetricWords = [
  ['elements', 'elements'], ['max_error_ulp', 'max ULP'], ['mean_error_ulp', 'mean ULP'],
  ['mean_signed_error_ulp', 'bias in ULP'], ['max_relative_error', 'MARE'], ['mean_relative_error', 'MERE'],
  ['root_mean_square_error', 'RMSE'], ['max_absolute_error', 'max absolute'],
  ['bitwise_mismatches', 'not the rounded value'], ['class_mismatches', 'class mismatches'],
  ['unwritten', 'unwritten'], ['nan', 'NaN'], ['positive_infinity', '+inf'], ['negative_infinity', '-inf'],
  ['undecided', 'undecided'], ['small_value_elements', 'small values'],
];

// Facts as a definition list; empty ones are left out.
function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return el('dl', null, shown.map(([name, value]) => [el('dt', null, name), el('dd', null, value)]));
}

function detailOf(one) {
  const codes = [['phase 1', one.phase1_status], ['phase 2', one.phase2_status], ['synchronise', one.sync_status]]
    .filter(([, code]) => code !== null).map(([name, code]) => name + ': ' + code).join(', ');
  const attributes = Object.entries(one.attributes).map(([name, value]) => name + '=' + value).join(', ');
  const parts = [
    facts([
      ['reason', one.reason], ['device reports', one.strict_reports.join('; ')],
      ['guard broken', one.guards.intact ? '' : one.guards.violation || 'yes'],
      ['not deterministic', one.determinism.identical ? '' : one.determinism.first_difference || 'yes'],
      ['pattern', one.pattern], ['expected', one.expected], ['status codes', codes], ['error text', one.error_text],
      ['attributes', attributes],
      ['device', one.soc + ', contract ' + one.contract],
      ['data', 'seed ' + one.seed + ', key ' + (one.data_key || 'the name of the case')], ['workspace', grouped(one.workspace_bytes) + ' bytes'],
      ['runs', String(one.determinism.runs)],
    ]),
    one.repro && [el('h3', null, 'Run it again'), el('div', {class: 'repro'}, el('code', null, one.repro), copyButton(one.repro))],
    one.verdicts.length > 0 && [el('h3', null, 'Verdicts'), el('div', {class: 'scroll'},
      table(['standard', 'verdict', 'numbers', 'kind', 'reason'], one.verdicts.map(verdictRow)))],
    one.worst.length > 0 && [el('h3', null, 'Worst elements'), el('div', {class: 'scroll'},
      table(['at', 'inputs', 'actual bits', '#actual', 'expected bits', '#expected (exact)', '#ULP', '#explained', '#absolute', '#relative', 'note'],
        one.worst.map(worstRow)))],
    [el('h3', null, 'Tensors'), el('div', {class: 'scroll'},
      table(['tensor', 'dtype', 'shape', 'layout', 'data', 'digest'],
        [...one.inputs, one.output].filter((tensor) => tensor.name !== '').map(tensorRow)))],
    one.metrics && [el('h3', null, 'Metrics'), facts([
      ...kMetricWords.map(([name, word]) => [word, shortNumber(one.metrics[name])]),
      ...Object.entries(one.metrics.facts).map(([name, value]) => [name.replaceAll('_', ' '), shortNumber(value)])])],
  ];
  return parts.filter(Boolean).flat();
}
