/// <reference path="./hls-light.d.ts" />
import type {
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from 'hls.js';
import { type HeadStart, type Loaded, textOf } from './head-start.ts';

type LoaderClass = HlsConfig['loader'];

/**
 * A loader for hls.js that first takes bodies from the head start; all other loads use hls.js's own
 * loader.
 */
export function headStartLoader(Own: LoaderClass, headStart: HeadStart): LoaderClass {
  return class HeadStartLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null;
    private readonly own: Loader<LoaderContext>;
    private given: LoaderStats | undefined;
    private stopped = false;

    constructor(config: HlsConfig) {
      this.own = new Own(config);
    }

    get stats(): LoaderStats {
      return this.given ?? this.own.stats;
    }

    load(
      context: LoaderContext,
      config: LoaderConfiguration,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      this.context = context;
      const ahead = context.rangeEnd ? undefined : headStart.take(context.url);
      const byItself = () => {
        if (!this.stopped) this.own.load(context, config, callbacks);
      };
      if (ahead) ahead.then((loaded) => this.give(loaded, context, callbacks), byItself);
      else byItself();
    }

    private give(
      loaded: Loaded,
      context: LoaderContext,
      callbacks: LoaderCallbacks<LoaderContext>,
    ): void {
      if (this.stopped) return;
      const { stats } = this.own;
      const { startedAt: start, endedAt: end } = loaded;
      Object.assign(stats.loading, { start, first: start, end });
      stats.loaded = loaded.body.byteLength;
      stats.total = loaded.body.byteLength;
      this.given = stats;
      const data = context.responseType === 'arraybuffer' ? loaded.body : textOf(loaded);
      callbacks.onSuccess({ url: context.url, data, code: 200 }, stats, context, null);
    }

    abort(): void {
      this.stopped = true;
      this.own.abort();
    }

    destroy(): void {
      this.stopped = true;
      this.own.destroy();
    }
  };
}
