import { describe, expect, it } from 'vitest';
import { abilitiesOf, chooseEngine, mediaSourceOf } from './engine-choice.ts';

const video = (answer: string) => ({ canPlayType: () => answer }) as unknown as HTMLVideoElement;

describe('chooseEngine', () => {
  it('chooses our engine for described media wherever MSE exists', () => {
    expect(chooseEngine({ mse: true, nativeHls: true }, true)).toBe('mse');
    expect(chooseEngine({ mse: true, nativeHls: false }, true)).toBe('mse');
  });
  it('chooses hls.js for a playlist, also in a browser with its own HLS', () => {
    expect(chooseEngine({ mse: true, nativeHls: true }, false)).toBe('hls');
    expect(chooseEngine({ mse: true, nativeHls: false }, false)).toBe('hls');
  });
  it("chooses the browser's own HLS on a phone without MSE", () => {
    expect(chooseEngine({ mse: false, nativeHls: true }, true)).toBe('native');
  });
  it('chooses none when neither exists', () => {
    expect(chooseEngine({ mse: false, nativeHls: false }, true)).toBeUndefined();
  });
  it('reads the abilities of a browser', () => {
    const yes = { isTypeSupported: () => true };
    expect(abilitiesOf(video('maybe'), {})).toEqual({ mse: false, nativeHls: true });
    expect(abilitiesOf(video(''), { MediaSource: yes })).toEqual({ mse: true, nativeHls: false });
    expect(abilitiesOf(video('maybe'), { ManagedMediaSource: yes }).mse).toBe(true);
    expect(abilitiesOf(video(''), { MediaSource: { isTypeSupported: () => false } }).mse).toBe(
      false,
    );
  });

  it('takes the managed media source of a phone only where the usual one is missing', () => {
    const Kind = { isTypeSupported: () => true };
    expect(mediaSourceOf({ ManagedMediaSource: Kind })?.isManaged).toBe(true);
    expect(mediaSourceOf({ MediaSource: Kind, ManagedMediaSource: Kind })?.isManaged).toBe(false);
    expect(mediaSourceOf({})).toBeUndefined();
  });
});
