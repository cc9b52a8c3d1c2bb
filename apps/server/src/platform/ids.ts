import { v7 } from 'uuid';

let make: () => string = v7;

/** A new id for a row, a reference or a correlator: a UUID of version 7, which sorts by when it was made. */
export function newId(): string {
  return make();
}

/**
 * Has the ids of this process made otherwise, for a run that is to be repeated exactly: where rows are due at one instant their ids say which comes first.
 * Answers what gives them back to chance.
 */
export function makeIdsWith(maker: () => string): () => void {
  const before = make;
  make = maker;
  return () => {
    make = before;
  };
}
