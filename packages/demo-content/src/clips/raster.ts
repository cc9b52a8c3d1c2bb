/**
 * A small software rasteriser for flat colour art. It fills polygons with smooth edges straight
 * into the three planes of a yuv420p picture, so a frame goes to the encoder without any
 * conversion. Only the edges of a shape cost time: the inside of a row is one `fill`.
 */

/** A colour as the encoder wants it: BT.709, limited range. */
export interface Ink {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** One closed outline: x0, y0, x1, y1, … in pixels of the picture. */
export type Contour = readonly number[];

/** Turns `#rrggbb` into BT.709 limited range. Throws a RangeError on anything else. */
export function ink(hex: string): Ink {
  const match = /^#([0-9a-f]{6})$/i.exec(hex);
  if (!match?.[1]) throw new RangeError(`not a colour: ${hex}`);
  const value = Number.parseInt(match[1], 16);
  const r = (value >> 16) / 255;
  const g = ((value >> 8) & 255) / 255;
  const b = (value & 255) / 255;
  const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return {
    y: Math.round(16 + 219 * luma),
    u: Math.round(128 + (224 * (b - luma)) / 1.8556),
    v: Math.round(128 + (224 * (r - luma)) / 1.5748),
  };
}

/** A colour between two others; `t` 0 gives the first, 1 the second. */
export function mix(a: Ink, b: Ink, t: number): Ink {
  const k = Math.min(1, Math.max(0, t));
  return { y: a.y + (b.y - a.y) * k, u: a.u + (b.u - a.u) * k, v: a.v + (b.v - a.v) * k };
}

/** Lines per row: more of them make smoother edges, and the eye is less strict with chroma. */
const LUMA_STEPS = 3;
const CHROMA_STEPS = 2;
const FULL = 0.998;

/** How many bytes a yuv420p picture takes. */
export function pictureBytes(width: number, height: number): number {
  return (width * height * 3) / 2;
}

interface Plane {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A yuv420p picture that shapes are painted on, later ones over earlier ones. Shapes may be drawn
 * for a larger picture: `width` and `height` are what they see.
 */
export class Picture {
  readonly width: number;
  readonly height: number;
  private readonly scale: number;
  /** The three planes one after the other, as the encoder takes them. */
  readonly bytes: Buffer;
  private readonly luma: Plane;
  private readonly blue: Plane;
  private readonly red: Plane;

  /**
   * Width and height, in pixels, must be even. Paints over `memory` where it is given (of
   * {@link pictureBytes} bytes). `drawnWidth` is the width that shapes are drawn for.
   */
  constructor(width: number, height: number, memory?: ArrayBuffer, drawnWidth = width) {
    if (width % 2 !== 0 || height % 2 !== 0)
      throw new RangeError('a yuv420p picture has even sides');
    this.scale = width / drawnWidth;
    this.width = drawnWidth;
    this.height = height / this.scale;
    const size = width * height;
    this.bytes = memory ? Buffer.from(memory) : Buffer.alloc(pictureBytes(width, height));
    this.luma = { data: this.bytes.subarray(0, size), width, height };
    this.blue = {
      data: this.bytes.subarray(size, (size * 5) / 4),
      width: width / 2,
      height: height / 2,
    };
    this.red = { data: this.bytes.subarray((size * 5) / 4), width: width / 2, height: height / 2 };
  }

  /** Fills the whole picture with one colour. */
  clear(colour: Ink): void {
    this.luma.data.fill(colour.y);
    this.blue.data.fill(colour.u);
    this.red.data.fill(colour.v);
  }

  /** Paints a vertical run of colours between two heights; `stops` are evenly spread. */
  gradient(top: number, bottom: number, stops: readonly Ink[]): void {
    const { luma, blue, red, scale } = this;
    const at = (row: number): Ink => {
      const place =
        Math.min(0.9999, Math.max(0, (row / scale - top) / (bottom - top))) * (stops.length - 1);
      const index = Math.floor(place);
      const first = stops[index] as Ink;
      return mix(first, stops[index + 1] ?? first, place - index);
    };
    const end = Math.min(luma.height, bottom * scale);
    for (let row = Math.max(0, Math.floor(top * scale)); row < end; row++) {
      const colour = at(row);
      luma.data.fill(Math.round(colour.y), row * luma.width, (row + 1) * luma.width);
      if (row % 2 === 0) {
        const half = row / 2;
        blue.data.fill(Math.round(colour.u), half * blue.width, (half + 1) * blue.width);
        red.data.fill(Math.round(colour.v), half * red.width, (half + 1) * red.width);
      }
    }
  }

  /**
   * Fills the outlines (non-zero winding: overlapping outlines of one direction make one shape).
   */
  fill(contours: readonly Contour[], colour: Ink, alpha = 1): void {
    if (alpha <= 0) return;
    if (FILLER.load(contours, this.scale, this.luma.height, LUMA_STEPS)) {
      FILLER.paint(this.luma, LUMA_STEPS, alpha, colour.y);
    }
    if (FILLER.load(contours, this.scale / 2, this.blue.height, CHROMA_STEPS)) {
      FILLER.paint(this.blue, CHROMA_STEPS, alpha, colour.u, this.red, colour.v);
    }
  }

  /** Fills an upright rectangle. */
  rect(x: number, y: number, width: number, height: number, colour: Ink, alpha = 1): void {
    this.fill([[x, y, x + width, y, x + width, y + height, x, y + height]], colour, alpha);
  }
}

/**
 * Scan conversion of one shape: edges wait in a list for the line they begin at, the live ones are
 * kept in the order in which a line meets them. Buffers are kept between shapes.
 */
class SpanFiller {
  private x = new Float64Array(1024);
  private slope = new Float64Array(1024);
  private end = new Int32Array(1024);
  private direction = new Int8Array(1024);
  private next = new Int32Array(1024);
  private order = new Int32Array(1024);
  private count = 0;
  private readonly heads = new Int32Array(8192);
  private readonly cover = new Float32Array(8192);
  private readonly touched = new Int32Array(8192);
  private readonly marked = new Uint8Array(8192);
  private firstLine = 0;
  private lastLine = 0;

  /**
   * Takes the outlines, scaled. Answers false where nothing of them lies between the first and the
   * last row.
   */
  load(contours: readonly Contour[], scale: number, rows: number, steps: number): boolean {
    this.count = 0;
    let top = Number.POSITIVE_INFINITY;
    let bottom = Number.NEGATIVE_INFINITY;
    for (const contour of contours) {
      for (let i = 1; i < contour.length; i += 2) {
        const y = contour[i] as number;
        if (y < top) top = y;
        if (y > bottom) bottom = y;
      }
    }
    this.firstLine = Math.max(0, Math.floor(top * scale)) * steps;
    this.lastLine = Math.min(rows, Math.ceil(bottom * scale)) * steps;
    if (this.lastLine <= this.firstLine) return false;
    this.heads.fill(-1, this.firstLine, this.lastLine + 1);
    for (const contour of contours) {
      const length = contour.length;
      for (let i = 0; i < length; i += 2) {
        const j = i + 2 === length ? 0 : i + 2;
        const ys = scale * steps;
        this.add(
          (contour[i] as number) * scale,
          (contour[i + 1] as number) * ys,
          (contour[j] as number) * scale,
          (contour[j + 1] as number) * ys,
        );
      }
    }
    return this.count > 0;
  }

  /** Books an edge; its heights are counted in lines, of which the middle decides. */
  private add(x0: number, y0: number, x1: number, y1: number): void {
    const down = y0 < y1;
    const from = Math.ceil((down ? y0 : y1) - 0.5);
    const to = Math.ceil((down ? y1 : y0) - 0.5);
    const first = Math.max(from, this.firstLine);
    if (to <= first || first >= this.lastLine) return;
    if (this.count === this.x.length) this.grow();
    const at = this.count++;
    const slope = (x1 - x0) / (y1 - y0);
    this.x[at] = x0 + (first + 0.5 - y0) * slope;
    this.slope[at] = slope;
    this.end[at] = to;
    this.direction[at] = down ? 1 : -1;
    this.next[at] = this.heads[first] as number;
    this.heads[first] = at;
  }

  private grow(): void {
    const size = this.x.length * 2;
    const float = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(size);
      larger.set(old);
      return larger;
    };
    const whole = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(size);
      larger.set(old);
      return larger;
    };
    this.x = float(this.x);
    this.slope = float(this.slope);
    this.end = whole(this.end);
    this.next = whole(this.next);
    this.order = whole(this.order);
    const directions = new Int8Array(size);
    directions.set(this.direction);
    this.direction = directions;
  }

  /** Paints the loaded shape on one plane, or on two planes of one size at once. */
  paint(
    plane: Plane,
    steps: number,
    alpha: number,
    value: number,
    second?: Plane,
    secondValue = 0,
  ): void {
    let live = 0;
    for (let line = this.firstLine; line < this.lastLine; ) {
      const row = line / steps;
      let marks = 0;
      for (let step = 0; step < steps; step++, line++) {
        for (let edge = this.heads[line] as number; edge >= 0; edge = this.next[edge] as number)
          this.order[live++] = edge;
        if (live === 0) continue;
        live = this.arrange(live, line);
        marks = this.addSpans(live, alpha / steps, plane.width, marks);
      }
      if (marks > 0)
        this.flushRow(
          row * plane.width,
          plane.width,
          marks,
          plane.data,
          value,
          second?.data,
          secondValue,
        );
    }
  }

  /**
   * Drops the edges that have ended and puts the others in order; they nearly are, from the line
   * before.
   */
  private arrange(live: number, line: number): number {
    const { x, order, end } = this;
    let kept = 0;
    for (let i = 0; i < live; i++) {
      const edge = order[i] as number;
      if ((end[edge] as number) <= line) continue;
      const place = x[edge] as number;
      let slot = kept++;
      while (slot > 0 && (x[order[slot - 1] as number] as number) > place) {
        order[slot] = order[slot - 1] as number;
        slot--;
      }
      order[slot] = edge;
    }
    return kept;
  }

  /** Books the covered spans of one line and moves the edges on to the next. */
  private addSpans(live: number, weight: number, width: number, marksSoFar: number): number {
    const { x, order, slope, direction } = this;
    let marks = marksSoFar;
    let winding = 0;
    for (let i = 0; i < live; i++) {
      const edge = order[i] as number;
      const before = winding;
      const place = x[edge] as number;
      winding += direction[edge] as number;
      x[edge] = place + (slope[edge] as number);
      if (before === 0 && winding !== 0) marks = this.mark(place, weight, width, marks);
      else if (before !== 0 && winding === 0) marks = this.mark(place, -weight, width, marks);
    }
    return marks;
  }

  private mark(x: number, weight: number, width: number, marks: number): number {
    const clamped = Math.max(0, Math.min(width, x));
    const cell = Math.floor(clamped);
    const part = clamped - cell;
    const { cover, marked, touched } = this;
    let count = marks;
    cover[cell] = (cover[cell] as number) + weight * (1 - part);
    cover[cell + 1] = (cover[cell + 1] as number) + weight * part;
    for (let i = cell; i <= cell + 1; i++) {
      if (marked[i] === 0) {
        marked[i] = 1;
        let slot = count++;
        while (slot > 0 && (touched[slot - 1] as number) > i) {
          touched[slot] = touched[slot - 1] as number;
          slot--;
        }
        touched[slot] = i;
      }
    }
    return count;
  }

  /** Paints one row from the booked coverage and forgets it. */
  private flushRow(
    base: number,
    width: number,
    marks: number,
    first: Uint8Array,
    firstValue: number,
    second: Uint8Array | undefined,
    secondValue: number,
  ): void {
    let total = 0;
    for (let i = 0; i < marks; i++) {
      const from = this.touched[i] as number;
      total += this.cover[from] as number;
      this.cover[from] = 0;
      this.marked[from] = 0;
      if (total < 0.002) continue;
      const to = Math.min(width, i + 1 < marks ? (this.touched[i + 1] as number) : from + 1);
      if (from >= to) continue;
      blend(first, base + from, base + to, firstValue, total);
      if (second) blend(second, base + from, base + to, secondValue, total);
    }
  }
}

/** One for all pictures: it keeps nothing between two shapes but its buffers. */
const FILLER = new SpanFiller();

function blend(data: Uint8Array, from: number, to: number, value: number, amount: number): void {
  if (amount > FULL) {
    const solid = Math.round(value);
    if (to - from > 12) data.fill(solid, from, to);
    else for (let i = from; i < to; i++) data[i] = solid;
    return;
  }
  for (let i = from; i < to; i++) {
    const old = data[i] as number;
    data[i] = old + (value - old) * amount + 0.5;
  }
}
