// What the benchmark adds to the page, before its own scripts run. Times are in milliseconds since 1970.
window.bench = (() => {
  const bench = { data: 0, painted: 0 };

  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (bench.data === 0 && data.startsWith('{"topic":"services"')) bench.data = Date.now();
      });
    }
  };

  new MutationObserver((_, observer) => {
    if (document.querySelector('[role=gridcell] a') === null) return;
    observer.disconnect();
    // The task after the frame runs when the frame has been drawn.
    requestAnimationFrame(() => setTimeout(() => { bench.painted = Date.now(); }));
  }).observe(document, { childList: true, subtree: true });

  // expect begins to wait until the element has the text. The promise `shown` is when.
  bench.expect = (selector, text) => {
    const has = () => document.querySelector(selector)?.textContent.includes(text);
    bench.shown = new Promise((resolve) => {
      if (has()) resolve(Date.now());
      const observer = new MutationObserver(() => {
        if (!has()) return;
        observer.disconnect();
        resolve(Date.now());
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  };

  // scroll returns how long each frame took while the list moved by three rows a frame. The first rows are shown in the end.
  bench.scroll = (seconds) => new Promise((resolve) => {
    const list = document.querySelector('[role=grid]');
    const frames = [];
    let step = 96;
    let before = 0;
    let end = 0;
    const frame = (time) => {
      if (before > 0) frames.push(time - before);
      before = time;
      end ||= time + seconds * 1000;
      if (time >= end) {
        list.scrollTop = 0;
        resolve(frames);
        return;
      }
      const at = list.scrollTop;
      list.scrollTop = at + step;
      if (list.scrollTop === at) step = -step;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

  return bench;
})();
