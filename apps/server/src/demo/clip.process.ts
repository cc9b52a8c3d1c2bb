import { paintClip } from '@bonisa/demo-content/clips/paint-clip';
import { pieceNamed } from '@bonisa/demo-content/clips/repertoire';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { serveChildJob, TaskRefusal } from '../media/child-job.ts';

Log.setLevel(AV_LOG_ERROR);

/** The child process that paints and records one demo clip. */
serveChildJob<{ name: string; file: string }, null>(async ({ name, file }, onProgress) => {
  if (!pieceNamed(name))
    throw new TaskRefusal('unknown_clip', `there is no demo clip named ${name}`);
  await paintClip(name, file, onProgress);
  return null;
});
