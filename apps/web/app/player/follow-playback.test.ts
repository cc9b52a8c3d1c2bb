import { describe, expect, it } from 'vitest';
import { type Followed, followPlayback, type PlaybackEntry } from './follow-playback.ts';

/** A video of 100 seconds that the test controls, with all recorded calls. */
function following() {
  const video = Object.assign(new EventTarget(), {
    currentTime: 0,
    duration: 100,
    ended: false,
    paused: true,
  });
  const page = new EventTarget();
  const life = new AbortController();
  const places: string[] = [];
  const entries: PlaybackEntry[] = [];
  const follower = {
    place: (seconds: number, moment: string) => void places.push(`${moment} ${seconds}`),
    log: (entry: PlaybackEntry) => void entries.push(entry),
  };
  followPlayback(video as unknown as Followed, page, follower, life.signal);
  const tell = (event: string) => video.dispatchEvent(new Event(event));
  const at = (seconds: number) => {
    video.currentTime = seconds;
    tell('timeupdate');
  };
  return {
    video,
    page,
    life,
    places,
    entries,
    statuses: () => entries.map(({ status }) => status),
    tell,
    at,
  };
}

describe('followPlayback', () => {
  // F10
  it('stores the position every ten seconds, on a pause, and when the page is hidden or left', () => {
    const { tell, at, page, places, life, video } = following();
    tell('playing');
    for (const seconds of [1, 5, 9.9, 10, 15, 20.5]) at(seconds);
    expect(places).toEqual(['pass 10', 'pass 20.5']);
    at(24);
    tell('pause');
    at(31);
    page.dispatchEvent(new Event('pagehide'));
    page.dispatchEvent(new Event('visibilitychange'));
    at(33);
    // The element is emptied first; the position is the last one played.
    video.currentTime = 0;
    tell('timeupdate');
    life.abort();
    expect(places.slice(2)).toEqual(['leave 24', 'leave 31', 'leave 33']);
  });

  // F11 E10
  it('logs the start, the progress, each pause and the end', () => {
    const { tell, at, video, entries, statuses, places } = following();
    tell('playing');
    tell('playing');
    for (let seconds = 1; seconds <= 61; seconds++) at(seconds);
    tell('pause');
    tell('playing');
    at(100);
    video.ended = true;
    tell('pause');
    tell('ended');
    expect(statuses()).toEqual(['started', 'playing', 'playing', 'paused', 'playing', 'finished']);
    expect(entries[3]).toEqual({
      status: 'paused',
      duration: 100,
      vid_paused_at: 61,
      vid_finished_at: null,
    });
    expect(entries[5]).toEqual({
      status: 'finished',
      duration: 100,
      vid_paused_at: null,
      vid_finished_at: 100,
    });
    expect(places.at(-1)).toBe('leave 100');
  });

  it('handles a playback that began before it was followed', () => {
    const { at, video, statuses } = following();
    video.paused = false;
    at(3);
    at(4);
    expect(statuses()).toEqual(['started']);
  });

  it('records nothing for a playback that never began', () => {
    const { tell, at, page, life, places, entries } = following();
    at(0);
    tell('pause');
    page.dispatchEvent(new Event('pagehide'));
    life.abort();
    expect([...places, ...entries]).toEqual([]);
  });

  it('does not store the position at which playback resumes', () => {
    const { tell, at, video, places } = following();
    video.currentTime = 50;
    tell('playing');
    at(55);
    expect(places).toEqual([]);
    at(60);
    expect(places).toEqual(['pass 60']);
  });
});
