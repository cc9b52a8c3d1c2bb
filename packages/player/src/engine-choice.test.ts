import { describe, expect, it } from 'vitest';
import { abilitiesOf, chooseEngine } from './engine-choice.ts';

const video = (answer: string) => ({ canPlayType: () => answer }) as unknown as HTMLVideoElement;

describe('chooseEngine', () => {
  it('chooses hls.js wherever MSE exists, also in a browser with its own HLS', () => {
    expect(chooseEngine({ mse: true, nativeHls: true })).toBe('hls');
    expect(chooseEngine({ mse: true, nativeHls: false })).toBe('hls');
  });
  it("chooses the browser's own HLS on a phone without MSE", () => {
    expect(chooseEngine({ mse: false, nativeHls: true })).toBe('native');
  });
  it('chooses none when neither exists', () => {
    expect(chooseEngine({ mse: false, nativeHls: false })).toBeUndefined();
  });
  it('reads the abilities of a browser', () => {
    const yes = { isTypeSupported: () => true };
    expect(abilitiesOf(video('maybe'), {})).toEqual({ mse: false, nativeHls: true });
    expect(abilitiesOf(video(''), { MediaSource: yes })).toEqual({ mse: true, nativeHls: false });
    expect(abilitiesOf(video(''), { ManagedMediaSource: yes }).mse).toBe(true);
    expect(abilitiesOf(video(''), { MediaSource: { isTypeSupported: () => false } }).mse).toBe(
      false,
    );
  });
});
