import { describe, expect, it } from 'vitest';
import { abilitiesOf, chooseEngine } from './engine-choice.ts';

const video = (answer: string) => ({ canPlayType: () => answer }) as unknown as HTMLVideoElement;

describe('which engine plays', () => {
  it('is hls.js wherever there is MSE, also where the browser could by itself', () => {
    expect(chooseEngine({ mse: true, nativeHls: true })).toBe('hls');
    expect(chooseEngine({ mse: true, nativeHls: false })).toBe('hls');
  });
  it('is the browser on a phone without MSE', () => {
    expect(chooseEngine({ mse: false, nativeHls: true })).toBe('native');
  });
  it('is none where there is neither', () => {
    expect(chooseEngine({ mse: false, nativeHls: false })).toBeUndefined();
  });
  it('reads what a browser says of itself', () => {
    const yes = { isTypeSupported: () => true };
    expect(abilitiesOf(video('maybe'), {})).toEqual({ mse: false, nativeHls: true });
    expect(abilitiesOf(video(''), { MediaSource: yes })).toEqual({ mse: true, nativeHls: false });
    expect(abilitiesOf(video(''), { ManagedMediaSource: yes }).mse).toBe(true);
    expect(abilitiesOf(video(''), { MediaSource: { isTypeSupported: () => false } }).mse).toBe(
      false,
    );
  });
});
