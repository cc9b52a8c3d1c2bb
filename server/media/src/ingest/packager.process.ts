import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import type { Packaged } from '../asset.ts';
import { serveChildJob } from './child-job.ts';
import { packageTask } from './package-av1.ts';
import type { PackagingTask } from './package-source.ts';
import { endWithParent } from './parent-watch.ts';

/** The child process that packages one source with the library `node-av`. */

endWithParent();
// Silence FFmpeg's messages; its errors become part of the failure's text.
Log.setLevel(AV_LOG_ERROR);

serveChildJob<PackagingTask, Packaged>(packageTask);
