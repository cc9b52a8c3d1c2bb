export async function startPlayback(video: HTMLVideoElement) { const { default: Hls } = await import('hls.js/light'); new Hls().attachMedia(video); }
