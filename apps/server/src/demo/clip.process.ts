import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';
import { serveChildJob, TaskRefusal } from '../../media/child-job.ts';
import { paintAll } from './painters.ts';
import { record } from './recorder.ts';
import { pieceNamed } from './repertoire.ts';
import { FRAME } from './scenes/scene.ts';
import { play, songSeconds } from './songs.ts';

Log.setLevel(AV_LOG_ERROR);

/** The child process in which a demo clip is painted, played and recorded. */
serveChildJob<{ name: string; file: string }, null>(async ({ name, file }, onProgress) => {
  const piece = pieceNamed(name);
  if (!piece) throw new TaskRefusal('unknown_clip', `there is no demo clip named ${name}`);
  const seconds = songSeconds(piece.song);
  const pictures = paintAll(name, Math.round(seconds * FRAME.rate));
  await record(file, { seconds, pictures, sound: play(piece.song) }, onProgress);
  return null;
});
