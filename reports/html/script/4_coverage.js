'use strict';
// What the cases reach of what there is: single values, and any two together.

class Coverage {
  constructor(coverage, cases, showReach) {
    this.cases = cases;
    this.showReach = showReach;
    this.dimensions = coverage.dimensions;
    this.bars = new Map(coverage.bars.map(([a, x, b, y, why]) => [JSON.stringify([a, x, b, y]), why]));
    this.numbers = cases.columns.elements;
    // The values of each case along each dimension, as places in the list of all values.
    this.words = this.dimensions.map(({column, universe}) => {
      const places = new Map(universe.map((value, i) => [value, i]));
      const ofText = cases.columns[column].values.map((text) => text.split('+').map((word) => {
        if (word !== '-' && !places.has(word)) places.set(word, places.size);
        return places.get(word);
      }).filter((place) => place !== undefined));
      return {values: [...places.keys()], ofText, text: cases.columns[column].column};
    });
    this.suite = document.getElementById('coverage-suite');
    this.suite.append(el('option', {value: -1}, 'all'));
    cases.columns.suite.values.forEach((name, i) => this.suite.append(el('option', {value: i}, name)));
    this.suite.addEventListener('change', () => this.draw());
    this.selects = ['coverage-rows', 'coverage-columns'].map((id, chosen) => {
      const select = document.getElementById(id);
      this.dimensions.forEach(({title}, i) => select.append(el('option', {value: i, selected: i === chosen}, title)));
      select.addEventListener('change', () => this.drawGrid());
      return select;
    });
    this.draw();
    fill('coverage-axes', axesOf(coverage.axes));
  }

  // Cases with numbers and others, by place: of dimension a, or of a (major) and b together.
  count(a, b) {
    const width = b === undefined ? 1 : this.words[b].values.length;
    const size = this.words[a].values.length * width;
    const counts = {width, numeric: new Uint32Array(size), other: new Uint32Array(size)};
    const suite = Number(this.suite.value), suites = this.cases.columns.suite.column;
    // By text first: there are few, and many cases of each.
    const texts = b === undefined ? 1 : this.words[b].ofText.length;
    const second = b === undefined ? null : this.words[b].text, first = this.words[a].text;
    const byText = new Uint32Array(2 * this.words[a].ofText.length * texts);
    for (let row = 0; row < first.length; ++row) {
      if (suite >= 0 && suites[row] !== suite) continue;
      const at = first[row] * texts + (second === null ? 0 : second[row]);
      byText[2 * at + (this.numbers[row] > 0 ? 0 : 1)] += 1;
    }
    this.words[a].ofText.forEach((xs, i) => {
      for (let k = 0; k < texts; ++k) {
        const at = 2 * (i * texts + k);
        if (byText[at] + byText[at + 1] === 0) continue;
        for (const x of xs) {
          for (const y of b === undefined ? [0] : this.words[b].ofText[k]) {
            counts.numeric[x * width + y] += byText[at];
            counts.other[x * width + y] += byText[at + 1];
          }
        }
      }
    });
    return counts;
  }

  barred(a, x, b, y) {
    const at = (d, v) => [this.dimensions[d].column, this.words[d].values[v]];
    return this.bars.get(JSON.stringify([...at(a, x), ...at(b, y)])) || this.bars.get(JSON.stringify([...at(b, y), ...at(a, x)]));
  }

  draw() {
    this.drawValues();
    this.drawGrid();
    this.drawPairs();
  }

  drawValues() {
    const rows = this.dimensions.map(({title, universe, column}, d) => {
      const {numeric, other} = this.count(d);
      const gaps = universe.filter((_, i) => numeric[i] === 0).length;
      const shown = this.words[d].values.map((value, i) => (i >= universe.length && numeric[i] + other[i] === 0 ? null
        : el('span', {class: 'reach'}, this.value({[column]: value}, value, numeric[i] + other[i]), ' ', reachText(numeric[i], other[i]))));
      return [title, gaps === 0 ? universe.length === 0 ? 'none' : 'all ' + universe.length : el('span', {class: 'gap'}, (universe.length - gaps) + ' of ' + universe.length), shown];
    });
    fill('coverage-values', el('div', {class: 'scroll'}, table(['dimension', 'reached', 'values'], rows)));
  }

  value(reach, text, count) {
    return count === 0 ? text : el('button', {type: 'button', class: 'link', onclick: () => this.showReach(reach)}, text);
  }

  drawGrid() {
    const [a, b] = this.selects.map((select) => Number(select.value));
    if (a === b) return fill('coverage-grid', el('p', {class: 'quiet'}, 'Choose two dimensions.'));
    const counts = this.count(a, b);
    const used = (d) => this.words[d].values.map((_, i) => i).filter((i) => i < this.dimensions[d].universe.length);
    const columns = used(b);
    const body = used(a).map((x) => el('tr', null, el('th', {scope: 'row'}, this.words[a].values[x]), columns.map((y) => {
      const at = x * counts.width + y;
      const why = this.barred(a, x, b, y);
      const [numeric, other] = [counts.numeric[at], counts.other[at]];
      if (why && numeric === 0) return el('td', {class: 'quiet', title: why}, 'n/a');
      return el('td', {class: numeric === 0 && other === 0 ? 'is-gap' : null}, reachText(numeric, other));
    })));
    const head = el('tr', null, el('td', null, ''), columns.map((y) => el('th', {scope: 'col'}, this.words[b].values[y])));
    fill('coverage-grid', el('table', {class: 'matrix'}, el('thead', null, head), el('tbody', null, body)));
  }

  // Drawn when it is opened: most readers never ask for it.
  drawPairs() {
    const body = el('div', {class: 'scroll'});
    const details = el('details', null, el('summary', null, 'All pairs of dimensions'), body);
    details.addEventListener('toggle', () => {
      if (details.open && body.childElementCount === 0) body.append(table(['dimensions', '#reached', 'not reached'], this.pairRows()));
    });
    fill('coverage-pairs', details);
  }

  pairRows() {
    const rows = [];
    for (let a = 0; a < this.dimensions.length; ++a) {
      for (let b = a + 1; b < this.dimensions.length; ++b) {
        const counts = this.count(a, b), gaps = [];
        let possible = 0;
        this.dimensions[a].universe.forEach((x, i) => this.dimensions[b].universe.forEach((y, k) => {
          const reached = counts.numeric[i * counts.width + k] > 0;
          if (!reached && this.barred(a, i, b, k)) return;
          possible += 1;
          if (!reached) gaps.push(x + ' with ' + y);
        }));
        const choose = () => {
          [this.selects[0].value, this.selects[1].value] = [a, b];
          this.drawGrid();
          document.getElementById('coverage-grid').scrollIntoView({block: 'nearest'});
        };
        rows.push([el('button', {type: 'button', class: 'link', onclick: choose}, this.dimensions[a].title + ' with ' + this.dimensions[b].title),
          el('span', {class: gaps.length > 0 ? 'gap' : null}, grouped(possible - gaps.length) + ' of ' + grouped(possible)),
          gaps.slice(0, 4).join('; ') + (gaps.length > 4 ? ' and ' + grouped(gaps.length - 4) + ' more' : '')]);
      }
    }
    return rows;
  }
}

function reachText(numeric, other) {
  if (numeric + other === 0) return el('span', {class: 'gap'}, 'gap');
  return [numeric > 0 ? grouped(numeric) : '', numeric > 0 && other > 0 ? ' ' : '',
    other > 0 ? el('span', {class: 'other'}, '+' + grouped(other)) : ''];
}

// The axes of the suites, as they name them.
function axesOf(axes) {
  if (axes.length === 0) return [];
  return el('details', null, el('summary', null, 'Axes of the suites, good of all'), el('div', {class: 'tall'}, axes.map((axis) => el('div', {class: 'axis'},
    el('strong', null, axis.axis), ' ', el('span', {class: 'quiet'}, grouped(axis.count) + (axis.count === 1 ? ' value' : ' values')), el('br'),
    axis.values.map(([value, count, bad]) => el('span', {class: bad > 0 ? 'lost' : null},
      (bad > 0 ? '✗ ' : '') + (value || '(empty)') + ': ' + grouped(count - bad) + '/' + grouped(count))),
    axis.count > axis.values.length ? el('span', {class: 'quiet'}, '...') : null))));
}
