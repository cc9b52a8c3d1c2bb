import { serveChildJob } from '@bonisa/kit/processes/child-job';
import { endWithParent } from '@bonisa/kit/processes/parent-watch';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import type { Packaged } from '../asset.ts';
import { packageTask } from './package-av1.ts';
import type { PackagingTask } from './package-source.ts';

/** The child process that packages one source with the library `node-av`. */

endWithParent();
// Silence FFmpeg's messages; its errors become part of the failure's text.
Log.setLevel(AV_LOG_ERROR);

serveChildJob<PackagingTask, Packaged>(packageTask);
