'use strict';
// The list of cases: filter, search, sort, open, and the address that leads back to what is shown.

const kPageRows = 100;
const kNarrow = matchMedia('(max-width: 600px)');  // as in page.css, which then hides four columns
const kColumns = [
  ['status', 'status', (cases, row) => cases.columns.status[row]],
  ['case', 'id', (cases, row) => row],
  ['#max ULP', 'max_error_ulp wide', (cases, row) => cases.value('max_error_ulp', row)],
  ['#limit used', 'limit_used wide', (cases, row) => cases.value('limit_used', row)],
  ['#elements', 'elements wide', (cases, row) => cases.value('elements', row)],
  ['#time', 'duration_ms wide', (cases, row) => cases.value('duration_ms', row)],
];

// Columns whose values are words joined by '+', as the coverage section filters by them.
const kReachable = ['dtype', 'rank', 'layout', 'broadcast', 'reduction', 'values', 'soc'];
const noFilter = () => ({statuses: new Set(), text: '', cell: {}, reach: {}});

class CaseList {
  constructor(data, cases) {
    this.cases = cases;
    this.details = data.details;
    this.filter = noFilter();
    this.sort = {column: 0, descending: false};
    this.shown = kPageRows;
    this.open = null;
    this.search = document.getElementById('search');
    let timer = 0;
    this.search.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => { this.filter.text = this.search.value; this.changed(); }, 120);
    });
    document.getElementById('clear').addEventListener('click', () => this.showAll());
    document.getElementById('more').addEventListener('click', () => { this.shown += 5 * kPageRows; this.draw(); });
    kNarrow.addEventListener('change', () => this.draw());
    addEventListener('hashchange', () => this.followAddress());
    this.drawHead();
  }

  showAll() {
    this.filter = noFilter();
    this.changed();
  }
  showCell(cell) {
    this.filter = Object.assign(noFilter(), {cell});
    this.changed();
    this.reveal();
  }
  showReach(reach) {
    this.filter = Object.assign(noFilter(), {reach});
    this.changed();
    this.reveal();
  }
  showBad() {
    const bad = this.cases.statuses.filter((status) => !status.good).map((status) => status.name);
    this.filter = Object.assign(noFilter(), {statuses: new Set(bad)});
    this.changed();
    this.reveal();
  }
  // Opens one case wherever it is: alone in the list, its details below it.
  showCase(row) {
    if (row === null) return this.showBad();
    this.filter = noFilter();
    this.open = row;
    this.changed();
    document.getElementById('row-' + row).scrollIntoView({block: 'start'});
    document.querySelector('#row-' + row + ' button').focus({preventScroll: true});
  }
  reveal() { document.getElementById('cases').scrollIntoView(); }

  changed() {
    this.shown = kPageRows;
    this.search.value = this.filter.text;
    this.writeAddress();
    this.draw();
  }

  writeAddress() {
    const parts = new URLSearchParams();
    if (this.open !== null) parts.set('case', this.cases.id(this.open));
    if (this.filter.text) parts.set('text', this.filter.text);
    if (this.filter.statuses.size > 0) parts.set('status', [...this.filter.statuses].join(','));
    for (const [name, value] of Object.entries(this.filter.cell)) parts.set('with-' + name, value);
    for (const [name, value] of Object.entries(this.filter.reach)) parts.set('has-' + name, value);
    const address = parts.toString();
    history.replaceState(null, '', address ? '#' + address : location.pathname + location.search);
  }

  followAddress() {
    if (location.hash === '#cases') return this.draw();
    const parts = new URLSearchParams(location.hash.slice(1));
    const names = new Set(this.cases.statuses.map((status) => status.name));
    const statuses = (parts.get('status') || '').split(',').filter((name) => names.has(name));
    const cell = {};
    for (const [, [name]] of kDimensions.filter(([, list]) => list.length === 1)) {
      if (parts.has('with-' + name)) cell[name] = parts.get('with-' + name);
    }
    const reach = {};
    for (const name of kReachable) if (parts.has('has-' + name)) reach[name] = parts.get('has-' + name);
    this.filter = {statuses: new Set(statuses), text: parts.get('text') || '', cell, reach};
    const row = parts.has('case') ? this.cases.columns.id.indexOf(parts.get('case')) : -1;
    this.open = row < 0 ? null : row;
    this.shown = kPageRows;
    this.search.value = this.filter.text;
    this.draw();
    if (row >= 0 && document.getElementById('row-' + row)) document.getElementById('row-' + row).scrollIntoView();
    else if (location.hash.length > 1) this.reveal();
  }

  matches(row, words) {
    const {statuses, cell, reach} = this.filter;
    if (statuses.size > 0 && !statuses.has(this.cases.status(row).name)) return false;
    for (const name in cell) if (this.cases.text(name, row) !== cell[name]) return false;
    for (const name in reach) if (!this.cases.has(name, row, reach[name])) return false;
    if (words.length === 0) return true;
    const text = (this.cases.id(row) + '\n' + this.cases.reason(row)).toLowerCase();
    return words.every((word) => text.includes(word));
  }

  rows() {
    const words = this.filter.text.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = [];
    for (let row = 0; row < this.cases.count; ++row) if (this.matches(row, words)) rows.push(row);
    const by = kColumns[this.sort.column][2];
    const sign = this.sort.descending ? -1 : 1;
    // Missing numbers last either way; NaN counts as the largest. By status: bad before good.
    const rank = (row) => {
      const value = by(this.cases, row);
      if (this.sort.column === 0) return (this.cases.status(row).good ? 100 : 0) + value;
      return Number.isNaN(value) ? Infinity : value;
    };
    const keys = new Map(rows.map((row) => [row, rank(row)]));
    rows.sort((a, b) => {
      const x = keys.get(a), y = keys.get(b);
      if (x === null || y === null) return (x === null) - (y === null) || a - b;
      return (x === y ? 0 : x < y ? -sign : sign) || a - b;
    });
    return rows;
  }

  drawHead() {
    const cells = kColumns.map(([title, name], i) => {
      const chosen = this.sort.column === i;
      const mark = chosen ? (this.sort.descending ? ' ▼' : ' ▲') : '';
      return el('th', {scope: 'col', class: (title.startsWith('#') ? 'number ' : '') + 'column-' + name,
        'aria-sort': chosen ? (this.sort.descending ? 'descending' : 'ascending') : 'none'},
      el('button', {type: 'button', onclick: () => this.sortBy(i)}, title.replace('#', '') + mark));
    });
    document.querySelector('#list thead').replaceChildren(el('tr', null, cells));
  }

  sortBy(column) {
    const same = this.sort.column === column;
    this.sort = {column, descending: same ? !this.sort.descending : column > 1};
    this.drawHead();
    this.draw();
    document.querySelectorAll('#list thead button')[column].focus();
  }

  drawStatuses() {
    const counts = new Map();
    for (const index of this.cases.columns.status) counts.set(index, (counts.get(index) || 0) + 1);
    const chips = this.cases.statuses.map((status, index) => {
      if (!counts.has(index)) return null;
      const toggle = () => {
        const chosen = this.filter.statuses;
        if (!chosen.delete(status.name)) chosen.add(status.name);
        this.changed();
        document.getElementById('chip-' + status.name).focus();
      };
      return el('button', {type: 'button', id: 'chip-' + status.name, onclick: toggle,
        'aria-pressed': String(this.filter.statuses.has(status.name))},
      statusBadge(status), ' ', grouped(counts.get(index)));
    });
    const removable = (filter) => Object.entries(filter).map(([name, value]) => el('button', {type: 'button',
      'aria-label': 'Remove the filter ' + name + ' = ' + value,
      onclick: () => { delete filter[name]; this.changed(); }}, name + ': ' + value + ' ✕'));
    fill('statuses', chips.filter(Boolean), removable(this.filter.cell), removable(this.filter.reach));
  }

  toggle(row) {
    this.open = this.open === row ? null : row;
    this.writeAddress();
    this.draw();
    document.querySelector('#row-' + row + ' button').focus({preventScroll: true});
  }

  drawRow(row) {
    const {cases} = this;
    const opened = this.open === row;
    const title = el('button', {type: 'button', class: 'link', 'aria-expanded': String(opened),
      onclick: () => this.toggle(row)}, cases.id(row));
    const used = cases.value('limit_used', row);
    const line = el('tr', {class: 'case', id: 'row-' + row},
      el('td', null, statusBadge(cases.status(row))),
      el('td', {class: 'name'}, title, cases.reason(row) ? el('div', {class: 'quiet'}, cases.reason(row)) : null),
      el('td', {class: 'number wide'}, shortNumber(cases.value('max_error_ulp', row))),
      el('td', {class: 'number wide', title: cases.text('limit', row)}, used === null ? '' : percent(used)),
      el('td', {class: 'number wide'}, grouped(cases.value('elements', row))),
      el('td', {class: 'number wide'}, shortNumber(cases.value('duration_ms', row)) + ' ms'));
    if (!opened) return [line];
    const detail = this.details[row];
    const below = detail ? detailOf(detail) : [facts([
      ['hint', cases.hint(row)], ['suite', cases.text('suite', row)], ['operator', cases.text('operator', row)],
      ['dtype', cases.text('dtype', row)], ['reduction', cases.text('reduction', row)],
      ['rank', cases.text('rank', row)], ['layout', cases.text('layout', row)],
      ['device', cases.text('device', row)],
      ['nearest limit', used === null ? '' : cases.text('limit', row) + ': ' + percent(used)]]),
    el('p', {class: 'quiet'}, 'This page keeps details of the first cases that did not simply pass; run.json holds those of every case.')];
    return [line, el('tr', {class: 'detail'}, el('td', {colspan: kNarrow.matches ? kColumns.length - 4 : kColumns.length}, below))];
  }

  draw() {
    const rows = this.rows();
    const visible = rows.slice(0, this.shown);
    if (this.open !== null && rows.includes(this.open) && !visible.includes(this.open)) visible.unshift(this.open);
    document.querySelector('#list tbody').replaceChildren(...visible.flatMap((row) => this.drawRow(row)));
    document.getElementById('more').hidden = rows.length <= this.shown;
    document.getElementById('matches').textContent =
      grouped(rows.length) + ' of ' + grouped(this.cases.count) + (this.cases.count === 1 ? ' case' : ' cases');
    this.drawStatuses();
  }
}
