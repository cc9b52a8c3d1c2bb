/** What is to happen at an instant. Answers when it has been done. */
export interface QueuedEvent {
  readonly at: number;
  readonly name: string;
  readonly run: () => Promise<void>;
}

interface Placed extends QueuedEvent {
  readonly place: number;
}

/**
 * All that is still to happen outside of the product, in the order of time; what falls on one
 * instant in the order in which it was put there.
 */
export interface EventQueue {
  put(happening: QueuedEvent): void;
  /** When the first of it happens. */
  first(): number | undefined;
  /** Takes the first that happens by this instant. */
  take(by: number): QueuedEvent | undefined;
  readonly size: number;
}

/** A binary heap: a long run holds tens of thousands of things to come. */
export function createEventQueue(): EventQueue {
  const heap: Placed[] = [];
  let places = 0;

  const isBefore = (one: Placed, other: Placed): boolean =>
    one.at < other.at || (one.at === other.at && one.place < other.place);
  const swap = (one: number, other: number): void => {
    const [a, b] = [heap[one], heap[other]];
    if (a && b) [heap[one], heap[other]] = [b, a];
  };
  const smaller = (one: number, other: number): number => {
    const [a, b] = [heap[one], heap[other]];
    return a && b && isBefore(b, a) ? other : one;
  };
  const rise = (from: number): void => {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (smaller(parent, index) === parent) return;
      swap(index, parent);
      index = parent;
    }
  };
  const sink = (): void => {
    for (let index = 0; ; ) {
      const first = smaller(smaller(index, 2 * index + 1), 2 * index + 2);
      if (first === index) return;
      swap(index, first);
      index = first;
    }
  };

  return {
    put: (happening) => {
      heap.push({ ...happening, place: places++ });
      rise(heap.length - 1);
    },
    first: () => heap[0]?.at,
    take: (by) => {
      const [first] = heap;
      if (!first || first.at > by) return undefined;
      const last = heap.pop();
      if (last && heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
    get size() {
      return heap.length;
    },
  };
}
