import type { Packaged } from '../asset.ts';
import { serveChildJob } from './child-job.ts';
import type { FfmpegPrograms } from './ingest.config.ts';
import { packageTask } from './package-av1.ts';
import type { PackagingTask } from './package-source.ts';
import { createProgramTool } from './program-tool.ts';

/** The child process that packages one source with the system's FFmpeg programs. */

serveChildJob<PackagingTask & { readonly programs: FfmpegPrograms }, Packaged>(
  ({ programs, ...task }, onProgress) => packageTask(createProgramTool(programs), task, onProgress),
);
