'use strict';

function setUpTheme(redraw) {
  const wish = matchMedia('(prefers-color-scheme: dark)');
  const apply = (dark) => {
    document.documentElement.classList.toggle('dark', dark);
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  };
  apply(wish.matches);
  wish.addEventListener('change', () => { apply(wish.matches); redraw(); });
  document.getElementById('theme').addEventListener('click', () => {
    apply(!document.documentElement.classList.contains('dark'));
    redraw();
  });
}

async function main() {
  let redraw = () => {};
  setUpTheme(() => redraw());
  const data = await loadData();
  const cases = new Cases(data);
  const list = new CaseList(data, cases);
  const open = (row) => list.showCase(row);
  drawFailed(cases, open);
  drawLimits(data.limits, cases, open);
  await new Promise((done) => { setTimeout(done, 0); });  // the first screen can be seen before the rest is made
  drawCommon(cases, (cell) => list.showCell(cell));
  drawSafety(data.safety, cases, open);
  new Coverage(data.coverage, cases, (reach) => list.showReach(reach));
  drawMutation(data.mutation);
  drawDetectable(data.detectable);
  drawContracts(data.contracts, cases, open);
  drawAbout(data.head);
  setUpMatrix(cases, (cell) => list.showCell(cell));
  redraw = () => drawCharts(data, cases, open);
  redraw();
  list.followAddress();
  document.documentElement.dataset.ready = 'yes';
}

main().catch((error) => {
  const problem = document.getElementById('problem');
  problem.textContent = 'This page could not be drawn: ' + error;
  problem.hidden = false;
});
