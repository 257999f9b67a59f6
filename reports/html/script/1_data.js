'use strict';
// Unpacks the page's data and gives small helpers to all that follows. No text of the data ever
// becomes markup: it goes into the page as text nodes only.

async function loadData() {
  const element = document.getElementById('data');
  if (element.dataset.encoding === 'json') return JSON.parse(element.textContent);
  const letters = atob(element.textContent);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).json();
}

// Numbers that JSON lacks come as "NaN", "Infinity" and "-Infinity"; null stays null.
function number(value) {
  return typeof value === 'string' ? Number(value) : value;
}

function shortNumber(value) {
  const n = number(value);
  if (n === null || n === undefined) return '';
  if (!Number.isFinite(n)) return String(n);
  if (Number.isInteger(n) && Math.abs(n) < 1e6) return String(n);
  const extreme = n !== 0 && (Math.abs(n) < 1e-3 || Math.abs(n) >= 1e6);
  return extreme ? n.toExponential(3).replace(/\.?0+e/, 'e') : String(Number(n.toPrecision(4)));
}

function percent(value) {
  const n = number(value);
  if (n === null || n === undefined) return '';
  if (!Number.isFinite(n)) return String(n);
  return shortNumber(100 * n) + ' %';
}

const grouped = (count) => Number(count).toLocaleString('en-US');

// el('td', {class: 'number', onclick: f}, 'text', child, ...)
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== '') element.append(child);
  }
  return element;
}

function fill(id, ...children) {
  const element = document.getElementById(id);
  element.replaceChildren(...children.flat(Infinity));
  return element;
}

// A table from a list of headings (a leading '#' means numbers) and rows of cells.
function table(headings, rows, attributes) {
  const numeric = headings.map((heading) => heading.startsWith('#'));
  const kind = (i) => (numeric[i] ? 'number' : null);
  const head = headings.map((heading, i) =>
    el('th', {scope: 'col', class: kind(i)}, heading.replace(/^#/, '')));
  const body = rows.map((cells) =>
    el('tr', null, cells.map((cell, i) => el('td', {class: kind(i)}, cell))));
  return el('table', attributes, el('thead', null, el('tr', null, head)), el('tbody', null, body));
}

// The columns of all cases, with dictionaries looked up.
class Cases {
  constructor(data) {
    this.columns = data.columns;
    this.statuses = data.head.statuses;
    this.count = this.columns.id.length;
  }
  id(row) { return this.columns.id[row]; }
  status(row) { return this.statuses[this.columns.status[row]]; }
  reason(row) { return this.columns.reason[row] || ''; }
  hint(row) { return this.columns.hint[row] || ''; }
  text(name, row) {
    const column = this.columns[name];
    return column.values[column.column[row]];
  }
  // Whether one of the words that a column joins by '+' is this one.
  has(name, row, word) { return this.text(name, row).split('+').includes(word); }
  value(name, row) { return number(this.columns[name][row]); }
}

function statusBadge(status) {
  const kind = status.name === 'pass' ? 'good' : status.good ? 'warn' : '';
  return el('span', {class: 'status ' + kind}, status.text);
}
