// Observes the press of Accept in the page. This text is public and constant; the token on the
// script element carries the data of one transaction. guard.script.ts prepares the text for the
// page, guard.evidence.ts reads the result.
(() => {
  const kit = document.currentScript?.getAttribute('data-dcb-token');
  if (!kit) return;
  // A newer kit replaces the previous one.
  window.bonisaGuard?.stop();

  const started = performance.now();
  const seen = { moves: 0, downs: 0, keys: 0 };
  let last = null;
  let pressed = null;

  const sum = (text) => {
    let a = 0xdeadbeef;
    let b = 0x41c6ce57;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x9e3779b1);
      b = Math.imul(b ^ unit, 0x5f356495);
    }
    a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
    return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  };

  const acceptOf = (event) =>
    event.target instanceof Element ? event.target.closest('[data-dcb-accept]') : null;

  const alpha = (colour) => {
    const found = /(?:rgba\([^)]*,|\/)\s*([\d.]+)\)$/.exec(colour);
    return found ? Number(found[1]) : 1;
  };

  const opacity = (element) => {
    let product = 1;
    for (let one = element; one; one = one.parentElement)
      product *= Number(getComputedStyle(one).opacity);
    return product;
  };

  // Whether an element hides what is behind it. A light veil (a dimmer, an app's night filter) does
  // not.
  const paints = (element) => {
    const style = getComputedStyle(element);
    const strength = opacity(element);
    if (style.visibility !== 'visible' || strength < 0.5) return false;
    if (element.matches('img, video, canvas, iframe, embed, object, svg, svg *')) return true;
    return alpha(style.backgroundColor) * strength >= 0.5 || style.backgroundImage !== 'none';
  };

  // A button that cannot be seen cannot be pressed on purpose.
  const isHidden = (button, box) => {
    const style = getComputedStyle(button);
    if (document.visibilityState !== 'visible' || style.visibility !== 'visible') return true;
    if (box.width < 10 || box.height < 10 || opacity(button) < 0.1) return true;
    const bare =
      alpha(style.backgroundColor) < 0.1 &&
      style.backgroundImage === 'none' &&
      !button.querySelector('img, svg, canvas');
    return bare && alpha(style.color) < 0.1;
  };

  // An overlay that lets presses through is not found at a point, so this makes it catch them
  // during one inspection.
  const catching = (button, box) => {
    const changed = [];
    for (const one of document.body.querySelectorAll('*')) {
      if (one.contains(button) || button.contains(one)) continue;
      const area = one.getBoundingClientRect();
      if (
        area.right < box.left ||
        area.left > box.right ||
        area.bottom < box.top ||
        area.top > box.bottom
      )
        continue;
      if (getComputedStyle(one).pointerEvents !== 'none') continue;
      changed.push([
        one,
        one.style.getPropertyValue('pointer-events'),
        one.style.getPropertyPriority('pointer-events'),
      ]);
    }
    for (const [one] of changed) one.style.setProperty('pointer-events', 'auto', 'important');
    return () => {
      for (const [one, value, priority] of changed)
        one.style.setProperty('pointer-events', value, priority);
    };
  };

  // The cover of the button: the share of nine covered points, and whether the press hit a covered
  // point.
  const look = (button, point) => {
    const box = button.getBoundingClientRect();
    const isCovered = (x, y) => {
      for (const one of document.elementsFromPoint(x, y)) {
        if (one.contains(button) || button.contains(one)) return false;
        if (paints(one)) return true;
      }
      return false;
    };
    const restore = catching(button, box);
    let covered = 0;
    let points = 0;
    for (const across of [0.15, 0.5, 0.85]) {
      for (const down of [0.2, 0.5, 0.8]) {
        const x = box.left + box.width * across;
        const y = box.top + box.height * down;
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        points++;
        if (isCovered(x, y)) covered++;
      }
    }
    const hit = point ? isCovered(point.x, point.y) : false;
    restore();
    return { covered: points ? covered / points : 0, hit, hidden: isHidden(button, box) };
  };

  // A finger is wider than a point: browsers count a tap just beside a button as a press of it.
  const isAway = (button, { x, y }) => {
    const box = button.getBoundingClientRect();
    return x < box.left - 24 || x > box.right + 24 || y < box.top - 24 || y > box.bottom + 24;
  };

  const onInput = (event) => {
    if (!event.isTrusted) return;
    const now = performance.now();
    if (event.type === 'pointermove') seen.moves++;
    if (event.type === 'keydown') {
      seen.keys++;
      last = { at: now, via: 'key' };
    }
    if (event.type === 'pointerdown') {
      seen.downs++;
      const button = acceptOf(event);
      const point = { x: event.clientX, y: event.clientY };
      last = {
        at: now,
        via: event.pointerType || 'mouse',
        point,
        look: button && look(button, point),
      };
    }
  };

  const onClick = (event) => {
    const button = acceptOf(event);
    if (!button) return;
    const now = performance.now();
    const by = last && now - last.at < 1000 ? last : null;
    // Keyboards and assistive technology press without a position.
    const point = by?.point && event.detail > 0 ? { x: event.clientX, y: event.clientY } : null;
    const looks = [look(button, point), by?.look].filter(Boolean);
    const agent = navigator.userAgentData;
    const evidence = {
      trusted: event.isTrusted,
      via: by ? by.via : 'none',
      covered: Math.max(...looks.map((one) => one.covered)),
      hit: looks.some((one) => one.hit),
      // The visitor pressed a label that activates the button.
      away: by?.point && !by.look ? isAway(button, by.point) : false,
      hidden: looks.some((one) => one.hidden),
      framed: window.top !== window.self || (location.ancestorOrigins?.length ?? 0) > 0,
      since: Math.round(now - started),
      page: Math.round(now),
      ...seen,
      webdriver: navigator.webdriver === true,
      bridge: ['ReactNativeWebView', 'flutter_inappwebview', 'Android'].some(
        (name) => name in window,
      ),
      agent: sum(navigator.userAgent),
      platform: agent?.platform ?? null,
      mobile: agent?.mobile ?? null,
    };
    const json = JSON.stringify(evidence).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const body = btoa(json).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    pressed = { at: now, token: `${kit}.${body}.${sum(`${kit}.${body}`)}` };
    document.dispatchEvent(new CustomEvent('dcbprotect:sealed', { detail: pressed.token }));
  };

  const options = { capture: true, passive: true };
  const inputs = ['pointermove', 'pointerdown', 'keydown'];
  for (const type of inputs) addEventListener(type, onInput, options);
  addEventListener('click', onClick, options);

  window.bonisaGuard = {
    token: () => (pressed && performance.now() - pressed.at < 30000 ? pressed.token : kit),
    stop: () => {
      for (const type of inputs) removeEventListener(type, onInput, options);
      removeEventListener('click', onClick, options);
      delete window.bonisaGuard;
    },
  };
})();
