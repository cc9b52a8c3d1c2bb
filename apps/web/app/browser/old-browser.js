// What the oldest browsers of the pages' scripts lack (build-tools/oldest-browsers.ts): added
// before those scripts run, and fetched by browsers that lack the newest of it. Not compiled.
// `scripts/check-browsers.ts` refuses other new names in built scripts.
(() => {
  const add = (target, methods) => {
    for (const name of Object.keys(methods)) {
      if (!(name in target))
        Object.defineProperty(target, name, {
          value: methods[name],
          configurable: true,
          writable: true,
        });
    }
  };

  add(Array.prototype, {
    at(index) {
      return this[index < 0 ? this.length + index : index];
    },
    findLast(test, self) {
      return this.slice()
        .reverse()
        .find((item, at) => test.call(self, item, this.length - 1 - at, this));
    },
    toReversed() {
      return this.slice().reverse();
    },
    toSorted(compare) {
      return this.slice().sort(compare);
    },
    toSpliced(...change) {
      const copy = this.slice();
      copy.splice(...change);
      return copy;
    },
  });
  add(String.prototype, {
    replaceAll(search, by) {
      return search instanceof RegExp ? this.replace(search, by) : this.split(search).join(by);
    },
  });
  // By its old name: the formatter writes `Object.hasOwn`, which would call itself.
  const { hasOwnProperty: has } = Object.prototype;
  add(Object, {
    hasOwn: (target, key) => has.call(target, key),
  });

  // A listener that ends by a signal.
  const { addEventListener } = EventTarget.prototype;
  let knowsSignal = false;
  addEventListener.call(new EventTarget(), 'x', () => undefined, {
    get signal() {
      knowsSignal = true;
      return undefined;
    },
  });
  if (!knowsSignal) {
    EventTarget.prototype.addEventListener = function add(type, listener, options) {
      const signal = options?.signal;
      if (signal?.aborted) return;
      addEventListener.call(this, type, listener, options);
      if (signal)
        addEventListener.call(signal, 'abort', () =>
          this.removeEventListener(type, listener, options),
        );
    };
  }

  // Why a signal was aborted (before Chrome 98).
  const reasons = new WeakMap();
  if (!('reason' in AbortSignal.prototype)) {
    const { abort } = AbortController.prototype;
    AbortController.prototype.abort = function abortFor(reason) {
      if (!this.signal.aborted)
        reasons.set(this.signal, reason || new DOMException('Aborted', 'AbortError'));
      abort.call(this);
    };
    Object.defineProperty(AbortSignal.prototype, 'reason', {
      get() {
        return reasons.get(this);
      },
    });
  }
  add(AbortSignal.prototype, {
    throwIfAborted() {
      if (this.aborted) throw this.reason;
    },
  });

  // Before Chrome 81 `keepalive` fails with our headers, and a media session has no position.
  const { fetch, MediaSession } = window;
  if (MediaSession && !('setPositionState' in MediaSession.prototype)) {
    MediaSession.prototype.setPositionState = () => undefined;
    window.fetch = (address, options) =>
      fetch(address, options && Object.assign({}, options, { keepalive: false }));
  }

  // Dialogs (before Firefox 98, Safari 15.4): over the page, which is not inert. Where a page has
  // its own styles for them, those come later and win.
  const DIALOGS = `dialog { position: fixed; z-index: 70; top: 0; right: 0; bottom: 0; left: 0;
    height: max-content; margin: auto; overflow: auto; box-shadow: 0 0 0 100vmax #000000a6 }
  dialog:not([open]) { display: none !important }
  .stage { isolation: auto !important }`;
  const hasDialogs = 'HTMLDialogElement' in window;
  if (!hasDialogs) {
    add(HTMLElement.prototype, {
      showModal() {
        this.setAttribute('open', '');
        const first = this.querySelector('input:not([type="radio"]), button, a');
        if (first) first.focus();
      },
      close() {
        if (!this.hasAttribute('open')) return;
        this.removeAttribute('open');
        this.dispatchEvent(new Event('close'));
      },
    });
    Object.defineProperty(HTMLElement.prototype, 'open', {
      configurable: true,
      get() {
        return this.hasAttribute('open');
      },
    });
    addEventListener.call(document, 'keydown', ({ key }) => {
      const shown = document.querySelectorAll('dialog[open]');
      if (key === 'Escape' && shown.length > 0) shown[shown.length - 1].close();
    });
  }

  // Shapes of pictures (before Chrome 88, Safari 15). In a portrait window they are as wide as it.
  const SHAPES = `@media (orientation: portrait) {
    .stage:not([data-place="mini"]), .watch-stage, .tile-large .tile-frame { height: 56.25vw }
    .hero-scene { height: 125vw }
    .page-hero-list .hero-scene { height: 100vw }
  }
  .search-picture, .episode-art, .guide-art, .tile-listed .tile-frame { min-height: 4.5rem }`;
  // Rows of utilities, whose two classes `addGaps` does not see together.
  const ROWS = '.flex[class*="gap-"] > * { margin: 0 0.75rem 0.5rem 0 }';

  /** Margins stand in for the gaps of rows and columns (before Chrome 84, Safari 14.1). */
  function addGaps(rules) {
    for (let at = rules.cssRules.length - 1; at >= 0; at -= 1) {
      const { style, selectorText, cssRules } = rules.cssRules[at];
      if (cssRules) addGaps(rules.cssRules[at]);
      if (!style?.display.endsWith('flex') || !style.columnGap) continue;
      const children = selectorText.split(',').map((one) => `${one} > *`);
      const follows = children.map((one) => `${one} + *`);
      const margin = style.flexDirection.startsWith('column')
        ? `${follows} { margin-top: ${style.rowGap} }`
        : style.flexWrap === 'wrap'
          ? `${children} { margin: 0 ${style.columnGap} ${style.rowGap} 0 }`
          : `${follows} { margin-left: ${style.columnGap} }`;
      rules.insertRule(margin, at + 1);
    }
  }

  function knowsGaps() {
    const column = document.createElement('div');
    column.style.cssText = 'position:absolute;display:flex;flex-direction:column;row-gap:1px';
    column.append(document.createElement('i'), document.createElement('i'));
    document.body.append(column);
    const { scrollHeight } = column;
    column.remove();
    return scrollHeight === 1;
  }

  addEventListener.call(document, 'DOMContentLoaded', () => {
    const { sheet } = document.querySelector('style');
    if (!hasDialogs) for (const rule of DIALOGS.split(/\n(?= {2}\S)/)) sheet.insertRule(rule, 0);
    if (CSS.supports('aspect-ratio', '1')) return;
    for (const rule of SHAPES.split(/\n(?= {2}\.)/)) sheet.insertRule(rule, sheet.cssRules.length);
    if (knowsGaps()) return;
    addGaps(sheet);
    sheet.insertRule(ROWS, sheet.cssRules.length);
    const onLoad = ({ target }) => target.rel === 'stylesheet' && addGaps(target.sheet);
    addEventListener.call(document, 'load', onLoad, true);
  });
})();
