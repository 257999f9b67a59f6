'use strict';
// The pass matrix: any dimension, or two of them, against any other.

const kDimensions = [
  ['dtype, reduction', ['dtype', 'reduction']],
  ['rank, layout', ['rank', 'layout']],
  ['dtype', ['dtype']], ['reduction', ['reduction']], ['rank', ['rank']], ['layout', ['layout']],
  ['inputs', ['operands']], ['size', ['size']], ['divisor of the size', ['divisor']], ['suite', ['suite']], ['operator', ['operator']], ['device', ['device']],
];

// One line of headings, or two when the columns have two dimensions: equal neighbours above are one.
function headings(columns) {
  if (columns.length === 0 || columns[0].length === 1) {
    return el('tr', null, el('td', null, ''), columns.map(([name]) => el('th', {scope: 'col'}, name)));
  }
  const upper = [];
  for (const [name] of columns) {
    const last = upper[upper.length - 1];
    if (last && last.name === name) last.span += 1;
    else upper.push({name, span: 1});
  }
  return [
    el('tr', null, el('td', null, ''), upper.map(({name, span}) => el('th', {scope: 'colgroup', colspan: span}, name))),
    el('tr', null, el('td', null, ''), columns.map(([, name]) => el('th', {scope: 'col'}, name))),
  ];
}

function setUpMatrix(cases, showCell) {
  const selects = ['matrix-rows', 'matrix-columns'].map((id, chosen) => {
    const select = document.getElementById(id);
    kDimensions.forEach(([name], i) => select.append(el('option', {value: i, selected: i === chosen}, name)));
    select.addEventListener('change', draw);
    return select;
  });

  function draw() {
    const [rowNames, columnNames] = selects.map((select) => kDimensions[Number(select.value)][1]);
    const key = (names, row) => names.map((name) => cases.text(name, row)).join(', ');
    // Cells by the places of their values in the columns first: there are few, and many cases of each.
    const used = [...rowNames, ...columnNames].map((name) => cases.columns[name]);
    const byPlace = new Map();
    for (let row = 0; row < cases.count; ++row) {
      let place = 0;
      for (const {values, column} of used) place = place * values.length + column[row];
      let cell = byPlace.get(place);
      if (cell === undefined) byPlace.set(place, cell = {good: 0, all: 0, row});
      cell.all += 1;
      if (cases.status(row).good) cell.good += 1;
    }
    const cells = new Map(), rowKeys = new Set(), names = new Map();
    for (const cell of byPlace.values()) {
      const r = key(rowNames, cell.row), c = key(columnNames, cell.row);
      rowKeys.add(r);
      if (!names.has(c)) names.set(c, columnNames.map((name) => cases.text(name, cell.row)));
      cells.set(JSON.stringify([r, c]), cell);
    }
    const order = (keys) => [...keys].sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));
    const columns = order(names.keys());
    const filterOf = (row) => {
      const wanted = {};
      for (const name of [...rowNames, ...columnNames]) wanted[name] = cases.text(name, row);
      return wanted;
    };
    const body = order(rowKeys).map((r) => el('tr', null, el('th', {scope: 'row'}, r),
      columns.map((c) => {
        const cell = cells.get(JSON.stringify([r, c]));
        if (!cell) return el('td', null, el('span', {class: 'quiet', 'aria-label': 'no case'}, '·'));
        const bad = cell.good < cell.all;
        return el('td', null, el('button', {
          type: 'button', class: bad ? 'bad' : 'good',
          'aria-label': r + ' / ' + c + ': ' + cell.good + ' of ' + cell.all + ' good',
          onclick: () => showCell(filterOf(cell.row)),
        }, (bad ? '✗ ' : '✓ ') + grouped(cell.good) + '/' + grouped(cell.all)));
      })));
    const head = headings(columns.map((c) => names.get(c)));
    fill('matrix', cases.count === 0 ? el('p', null, 'No cases.')
      : el('table', {class: 'matrix'}, el('thead', null, head), el('tbody', null, body)));
  }
  draw();
}
