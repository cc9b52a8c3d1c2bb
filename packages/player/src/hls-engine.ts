/// <reference path="./hls-light.d.ts" />
import type { ErrorData, HlsConfig } from 'hls.js';
import Hls from 'hls.js/light';
import type { Engine, EngineOptions } from './engine.ts';
import { type Fault, faultOfStatus } from './faults.ts';

/** Short waits and few tries inside hls.js: only our own recovery decides. */
const LOAD_POLICY = {
  default: {
    maxTimeToFirstByteMs: 8_000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 1, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 1_000 },
  },
};

/**
 * Economical for viewers who pay by the megabyte: start low, buffer half a minute, never finer than
 * the screen shows.
 */
const CONFIG: Partial<HlsConfig> = {
  enableWorker: false,
  startLevel: 0,
  startFragPrefetch: true,
  capLevelToPlayerSize: true,
  maxBufferLength: 20,
  maxMaxBufferLength: 30,
  backBufferLength: 30,
  abrEwmaDefaultEstimate: 400_000,
  fragLoadPolicy: LOAD_POLICY,
  manifestLoadPolicy: LOAD_POLICY,
  playlistLoadPolicy: LOAD_POLICY,
};

/**
 * hls.js light over Media Source Extensions, for a playlist whose media the play call does not
 * describe. Loaded on demand only.
 */
export function createHlsEngine(options: EngineOptions): Engine {
  const { playlist, position } = options;
  const address = new URL(playlist, location.href).href;
  const hls = new Hls({ ...CONFIG, startPosition: position > 0 ? position : -1 });
  hls.on(Hls.Events.ERROR, (_event, data) => {
    if (data.fatal) options.onFault(faultOf(data));
  });
  hls.loadSource(address);
  hls.attachMedia(options.video);
  return {
    reload: () => (hls.levels.length > 0 ? hls.startLoad() : hls.loadSource(address)),
    repair: () => hls.recoverMediaError(),
    destroy: () => hls.destroy(),
  };
}

function faultOf(data: ErrorData): Fault {
  if (data.type === 'networkError') return faultOfStatus(data.response?.code);
  if (data.details === 'manifestIncompatibleCodecsError' || data.details === 'bufferAddCodecError')
    return 'unsupported';
  return 'media';
}
