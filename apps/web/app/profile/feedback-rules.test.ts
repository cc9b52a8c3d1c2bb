// A8 S8 B2: the rules of feedback, and the texts of earlier ratings.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMENT_LIMIT, isRatings, ratingWords, readDraft, roomLeft } from './feedback-rules.ts';

describe('a feedback', () => {
  it('is sent trimmed, with its topic', () => {
    expect(readDraft({ experience: '4', comment: '  Lekker!  ', type: 'video' })).toEqual({
      body: { experience: 4, comment: 'Lekker!', comment_type: 'video' },
    });
    expect(readDraft({ experience: '1', comment: '', type: 'nonsense' })).toEqual({
      body: { experience: 1, comment: '', comment_type: 'general' },
    });
  });

  it('reports an error for each invalid field', () => {
    expect(
      readDraft({ experience: '', comment: 'x'.repeat(COMMENT_LIMIT + 1), type: 'other' }),
    ).toEqual({
      problems: {
        experience: expect.stringContaining('Choose'),
        comment: expect.stringContaining('2,001'),
      },
    });
  });

  it("is within the call's limits whenever it is accepted, and counts characters as the call does", () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 3 }),
        fc.string({ maxLength: 2100, size: 'max' }),
        fc.string(),
        (experience, comment, type) => {
          const read = readDraft({ experience, comment, type });
          const { words } = roomLeft(comment);
          if ('problems' in read) {
            expect('comment' in read.problems).toBe(words.includes('too many'));
            return;
          }
          expect([1, 2, 3, 4, 5]).toContain(read.body?.experience);
          expect(String(read.body?.comment).length).toBeLessThanOrEqual(COMMENT_LIMIT);
          expect(words).toContain('left');
        },
      ),
    );
  });

  it('shows the characters left, and when few are left', () => {
    expect(roomLeft('')).toEqual({ words: '2,000 characters left', tight: false });
    expect(roomLeft('x'.repeat(1950))).toEqual({ words: '50 characters left', tight: true });
    expect(roomLeft('x'.repeat(2003))).toEqual({ words: '3 characters too many', tight: true });
  });
});

describe('earlier ratings', () => {
  const rating = {
    id: 'a',
    experience: 4,
    comment: 'Good',
    comment_type: 'video',
    created_at: '2026-11-20T10:00:00.000Z',
  } as const;

  it('are shown as text', () => {
    expect(ratingWords(rating)).toBe('Good, about a video');
    expect(ratingWords({ ...rating, experience: 1, comment_type: 'general' })).toBe(
      'Bad, in general',
    );
    expect(ratingWords({ ...rating, comment_type: 'other' })).toBe('Good, about something else');
  });

  it('are read from this device only if they have the shape of ratings', () => {
    expect(isRatings([rating])).toBe(true);
    expect(isRatings([])).toBe(true);
    for (const foreign of [
      null,
      {},
      [1],
      [{ ...rating, experience: '4' }],
      [{ ...rating, comment_type: 'toString' }],
    ])
      expect(isRatings(foreign)).toBe(false);
  });
});
