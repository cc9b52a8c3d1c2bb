import { paintShot } from '@bonisa/demo-content/clips/paint-shot';
import { shotNamed } from '@bonisa/demo-content/shots/shots';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { serveChildJob, TaskRefusal } from '../media/child-job.ts';

Log.setLevel(AV_LOG_ERROR);

/** A shot to paint, and the file to record it to. */
export interface ReelTask {
  readonly name: string;
  readonly file: string;
}

/** The child process that paints and records some shots of the demo, one after the other. */
serveChildJob<readonly ReelTask[], null>(async (tasks, onProgress) => {
  const unknown = tasks.find(({ name }) => !shotNamed(name));
  if (unknown) throw new TaskRefusal('unknown_shot', `there is no demo shot named ${unknown.name}`);
  for (const [done, { name, file }] of tasks.entries())
    await paintShot(name, file, (share) => onProgress((done + share) / tasks.length));
  return null;
});
