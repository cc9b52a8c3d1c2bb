import { paintShot } from '@bonisa/demo-content/clips/paint-shot';
import { shotNamed } from '@bonisa/demo-content/shots/shots';
import { serveChildJob, TaskRefusal } from '@bonisa/kit/processes/child-job';
import { endWithParent } from '@bonisa/kit/processes/parent-watch';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { paintSlate } from './paint-slate.ts';
import { SLATE } from './shot-reels.ts';

endWithParent();
Log.setLevel(AV_LOG_ERROR);

/** A shot, or the slate of live channels, and the file to record it to. */
export interface ReelTask {
  readonly name: string;
  readonly file: string;
}

/** The child process that paints and records some shots of the demo, one after the other. */
serveChildJob<readonly ReelTask[], null>(async (tasks, onProgress) => {
  const unknown = tasks.find(({ name }) => name !== SLATE && !shotNamed(name));
  if (unknown) throw new TaskRefusal('unknown_shot', `there is no demo shot named ${unknown.name}`);
  for (const [done, { name, file }] of tasks.entries()) {
    const report = (share: number) => onProgress((done + share) / tasks.length);
    await (name === SLATE ? paintSlate(file, report) : paintShot(name, file, report));
  }
  return null;
});
