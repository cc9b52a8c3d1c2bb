/** A media element and its media source without a browser. */

type Span = [start: number, end: number];

/** A buffer of media whose bytes are a text of their times in their part: `0 2` is 0 s to 2 s. */
class TextBuffer extends EventTarget {
  timestampOffset = 0;
  spans: Span[] = [];
  /** Hears of what has no times, such as an init segment. */
  onInit: () => void = () => undefined;
  onAppend: () => void = () => undefined;

  appendBuffer(bytes: Uint8Array) {
    this.onAppend();
    const [start, end] = new TextDecoder().decode(bytes).split(' ').map(Number);
    if (start !== undefined && end !== undefined)
      this.add([this.timestampOffset + start, this.timestampOffset + end]);
    else this.onInit();
    this.finish();
  }
  remove(start: number, end: number) {
    this.spans = this.spans.flatMap(([from, to]): Span[] => {
      const rest: Span[] = [
        [from, Math.min(to, start)],
        [Math.max(from, end), to],
      ];
      return rest.filter(([left, right]) => right > left);
    });
    this.finish();
  }
  changeType() {}
  abort() {}

  private add(span: Span) {
    const sorted = [...this.spans, span].sort((a, b) => a[0] - b[0]);
    this.spans = [];
    for (const [start, end] of sorted) {
      const last = this.spans.at(-1);
      if (last && start <= last[1] + 0.001) last[1] = Math.max(last[1], end);
      else this.spans.push([start, end]);
    }
  }
  private finish() {
    queueMicrotask(() => this.dispatchEvent(new Event('updateend')));
  }
}

class TextMediaSource extends EventTarget {
  static readonly made: TextMediaSource[] = [];
  static isTypeSupported = () => true;
  readyState = 'open';
  duration = 0;
  readonly buffer = new TextBuffer();

  constructor() {
    super();
    TextMediaSource.made.push(this);
    this.buffer.onAppend = () => {
      this.readyState = 'open';
    };
    queueMicrotask(() => this.dispatchEvent(new Event('sourceopen')));
  }
  addSourceBuffer = () => this.buffer;
  endOfStream() {
    this.readyState = 'ended';
  }
}

/** A video element that plays what its media source has. */
export class TextVideo extends EventTarget {
  querySelectorAll = () => [];
  paused = true;
  seeking = false;
  ended = false;
  muted = false;
  playbackRate = 1;
  error: { code: number } | null = null;
  private time = 0;
  private isKnown = false;
  private isSought = false;
  private isStanding = false;
  private source: TextMediaSource | undefined;

  canPlayType = () => '';
  set src(_address: string) {
    this.source = TextMediaSource.made.at(-1);
    this.time = 0;
    this.isKnown = false;
    if (!this.source) return;
    this.source.buffer.onInit = () => this.know();
    this.source.buffer.addEventListener('updateend', () => this.findSought());
  }
  /** The element knows what it plays. */
  private know() {
    if (this.isKnown) return;
    this.isKnown = true;
    this.dispatchEvent(new Event('loadedmetadata'));
  }
  get readyState() {
    if (!this.isKnown) return 0;
    return this.spans.some(([start, end]) => start <= this.time + 0.2 && this.time < end) ? 4 : 2;
  }
  /** Whether the media source was told that no more media follow. */
  get isComplete() {
    return this.source?.readyState === 'ended';
  }
  get duration() {
    return this.isKnown ? (this.source?.duration ?? 0) : Number.NaN;
  }
  get sources() {
    return TextMediaSource.made.length;
  }
  get spans(): readonly Span[] {
    return this.source?.buffer.spans ?? [];
  }
  get buffered(): TimeRanges {
    const { spans } = this;
    return {
      length: spans.length,
      start: (i) => spans[i]?.[0] ?? 0,
      end: (i) => spans[i]?.[1] ?? 0,
    };
  }
  get currentTime() {
    return this.time;
  }
  set currentTime(to: number) {
    this.time = to;
    this.isSought = true;
    this.dispatchEvent(new Event('seeking'));
    this.findSought();
  }
  /** A jump ends once there are media at its place. */
  private findSought() {
    if (!this.isSought || this.readyState < 4) return;
    this.isSought = false;
    this.dispatchEvent(new Event('seeked'));
  }
  /** The browser drops media by itself. */
  drop(start: number, end: number) {
    this.source?.buffer.remove(start, end);
  }
  play = async () => {
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    this.dispatchEvent(new Event('playing'));
  };
  pause() {
    this.paused = true;
  }
  /** Plays to `time`, or to the end of what is buffered, where it waits. */
  playTo(time: number) {
    if (!this.isKnown) return;
    const span = this.spans.find(([start, end]) => start <= this.time + 0.2 && this.time < end);
    const stood = this.isStanding;
    this.time = Math.min(time, span?.[1] ?? this.time);
    this.isStanding = this.time < time;
    // Chromium says once that the picture stands, and tells the time once more after that.
    if (this.isStanding && (!stood || span)) this.dispatchEvent(new Event('waiting'));
    if (span || !stood) this.dispatchEvent(new Event('timeupdate'));
  }
}

/** The globals with which the engine meets these instead of a browser. */
export function textMediaGlobals(): Record<string, unknown> {
  TextMediaSource.made.length = 0;
  const url = Object.assign(URL, {
    createObjectURL: () => 'blob:media',
    revokeObjectURL: () => undefined,
  });
  return {
    MediaSource: TextMediaSource,
    URL: url,
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  };
}
