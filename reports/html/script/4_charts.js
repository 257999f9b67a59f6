'use strict';
// The three charts, each with its numbers as a table for those who cannot see it.

const charts = [];

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
const seriesColour = (i) => colour('--series-' + (1 + i % 6));

function axis(title, more) {
  return Object.assign({
    title: {display: true, text: title, color: colour('--quiet')},
    ticks: {color: colour('--quiet')}, grid: {color: colour('--line')},
  }, more);
}

// Powers of ten only: a logarithmic axis with more labels cannot be read.
function logAxis(title, more) {
  return axis(title, {
    type: 'logarithmic', ...more,
    ticks: {
      color: colour('--quiet'),
      callback: (value) => (Number.isInteger(Math.log10(value)) ? shortNumber(value) : ''),
    },
  });
}

function chart(id, label, config) {
  const canvas = document.getElementById(id);
  canvas.setAttribute('aria-label', label);
  config.options = Object.assign({
    animation: false, responsive: true, maintainAspectRatio: false,
    plugins: {legend: {labels: {color: colour('--text'), boxWidth: 14}}},
  }, config.options);
  charts.push(new Chart(canvas, config));
}

function asTable(id, headings, rows) {
  fill(id, el('details', null, el('summary', null, 'The numbers as a table'),
    el('div', {class: 'scroll'}, table(headings, rows))));
}

function noChart(id, text) {
  const canvas = document.getElementById(id);
  canvas.hidden = true;
  canvas.closest('.chart').classList.add('empty');
  canvas.closest('.chart').replaceChildren(canvas, el('p', null, text));
}

// [0], (0, .5], (.5, 1], (1, 2], (2, 4], ...
function ulpLabels(count) {
  const labels = ['0', 'to 0.5', 'to 1'];
  while (labels.length < count) {
    const power = labels.length - 2;
    labels.push(power < 10 ? 'to ' + 2 ** power : 'to 2^' + power);
  }
  return labels.slice(0, count);
}

function drawUlpChart(histograms) {
  const names = Object.keys(histograms);
  if (names.length === 0) return noChart('ulp-chart', 'No element was judged by numbers.');
  const labels = ulpLabels(histograms[names[0]].length);
  chart('ulp-chart', 'Histogram of errors in ULP by type', {
    type: 'bar',
    data: {labels, datasets: names.map((name, i) => ({
      label: name, data: histograms[name].map((count) => count || null), backgroundColor: seriesColour(i)}))},
    options: {scales: {x: axis('error in ULP'), y: logAxis('elements', {min: 0.5})}},
  });
  asTable('ulp-table', ['ULP', ...names.map((name) => '#' + name)],
    labels.map((label, i) => [label, ...names.map((name) => grouped(histograms[name][i]))]));
}

function drawHeadroomChart(limits) {
  if (limits.rows.length === 0) return noChart('headroom-chart', 'No standard with a limit was applied.');
  const name = (row) => row.standard + ' ' + row.metric + (row.advisory ? ' (advisory)' : '');
  const beyondLabel = (i) => i >= limits.first_beyond;
  chart('headroom-chart', 'Cases by share of the limit used', {
    type: 'bar',
    data: {labels: limits.labels, datasets: limits.rows.map((row, i) => ({
      label: name(row), data: row.buckets.map((count) => count || null), backgroundColor: seriesColour(i),
      borderColor: colour('--bad'), borderWidth: row.buckets.map((_, k) => (beyondLabel(k) ? 2 : 0))}))},
    options: {scales: {
      x: axis('share of the limit used', {ticks: {autoSkip: false, maxRotation: 60,
        color: limits.labels.map((_, i) => colour(beyondLabel(i) ? '--bad' : '--quiet'))}}),
      y: logAxis('cases', {min: 0.5})}},
  });
  asTable('headroom-table', ['used', ...limits.rows.map((row) => '#' + name(row))],
    limits.labels.map((label, i) => [label, ...limits.rows.map((row) => grouped(row.buckets[i]))]));
}

// Places on the axis of inputs: linear near 0, logarithmic far out, as inputs reach from 1e-45 to 1e38.
const placeOf = (x) => Math.sign(x) * Math.log10(1 + Math.abs(x));

// Inputs to be labelled between two places, at most about a dozen.
function inputTicks(low, high) {
  const powers = Math.max(Math.abs(low), Math.abs(high));
  const step = powers > 12 ? 8 : powers > 5 ? 2 : 1;
  const sizes = [];
  for (let power = 0; power <= 40; power += step) sizes.push(10 ** power);
  if (powers < 2.5) sizes.push(3, 30);
  const all = [0, ...sizes, ...sizes.map((size) => -size)].sort((a, b) => a - b);
  return all.filter((x) => placeOf(x) >= low && placeOf(x) <= high).map((x) => ({value: placeOf(x), label: shortNumber(x)}));
}

// The limits in ULP that cases were judged by, drawn through; 0.5 is what correct rounding keeps.
function ulpBounds(limits) {
  const bounds = new Map([[0.5, '0.5 ULP']]);
  for (const row of limits.rows) {
    const limit = number(row.limit);
    if (row.metric !== 'max_error_ulp' || !(limit > 0) || !Number.isFinite(limit)) continue;
    bounds.set(limit, 'limit of ' + row.standard + ' (' + shortNumber(limit) + ' ULP)');
  }
  return [...bounds];
}

function drawErrorChart(errors, limits, cases, open) {
  const names = Object.keys(errors);
  if (names.length === 0) return noChart('error-chart', 'No element has an error to draw.');
  let low = Infinity, high = -Infinity, count = 0;
  let beyond = 0;
  const bounds = [];
  const datasets = names.map((name, i) => {
    const points = errors[name].map(([x, y, bound, row]) => ({x: placeOf(number(x)), y: number(y), input: number(x), bound: number(bound), row}));
    for (const point of points) {
      low = Math.min(low, point.x);
      high = Math.max(high, point.x);
      if (point.y > point.bound) beyond += 1;
      if (Number.isFinite(point.bound)) bounds.push({x: point.x, y: point.bound, input: point.input, row: point.row, isBound: true});
    }
    count += points.length;
    const edge = points.map((point) => (point.y > point.bound ? colour('--bad') : seriesColour(i)));
    return {label: name, data: points, backgroundColor: seriesColour(i), borderColor: edge, pointBackgroundColor: seriesColour(i),
      pointRadius: points.map((point) => (point.y > point.bound ? 5 : 3)), pointBorderWidth: points.map((point) => (point.y > point.bound ? 2.5 : 1))};
  });
  if (bounds.length > 0) {
    datasets.push({label: 'rounding bound of the element', data: bounds, pointStyle: 'line', pointRadius: 4, pointBorderWidth: 1.5,
      borderColor: colour('--text'), backgroundColor: colour('--text')});
  }
  if (low === high) { low -= 1; high += 1; }
  for (const [y, label] of ulpBounds(limits)) {
    datasets.push({type: 'line', label, data: [{x: low, y}, {x: high, y}],
      borderColor: colour(y === 0.5 ? '--quiet' : '--bad'), borderDash: [6, 4], borderWidth: 1.5, pointRadius: 0});
  }
  chart('error-chart', 'Error in ULP against the first input, ' + count + ' elements', {
    type: 'scatter',
    data: {datasets},
    options: {
      parsing: false, normalized: true,
      scales: {x: axis('value of the first input, logarithmic away from 0', {
        afterBuildTicks: (scale) => { scale.ticks = inputTicks(scale.min, scale.max); },
        ticks: {color: colour('--quiet'), callback: (value, i, ticks) => ticks[i].label}}),
      y: logAxis('error in ULP')},
      onClick: (event, hits) => {
        const hit = hits.length > 0 && datasets[hits[0].datasetIndex].data[hits[0].index];
        if (hit && hit.row !== undefined) open(hit.row);
      },
      plugins: {legend: {labels: {color: colour('--text'), boxWidth: 14}}, tooltip: {callbacks: {
        label: (item) => (item.raw.isBound ? 'rounding explains ' : '') + shortNumber(item.raw.y) + ' ULP' + (item.raw.input === undefined ? '' : ' at ' + shortNumber(item.raw.input))
          + (item.raw.row === undefined ? '' : ' in ' + cases.id(item.raw.row))}}},
    },
  });
  document.getElementById('error-note').textContent =
    grouped(count) + ' elements with finite input and error; ' + (beyond === 0 ? 'rounding explains every one of them' : grouped(beyond) + ' of them, ringed, lie beyond what rounding explains')
    + '. Choose a point to open its case.';
}

function drawCharts(data, cases, open) {
  while (charts.length > 0) charts.pop().destroy();
  drawUlpChart(data.ulp_histograms);
  drawHeadroomChart(data.limits);
  drawErrorChart(data.errors, data.limits, cases, open);
}
