import { Button } from '../design/button.tsx';
import { AgainIcon } from '../design/icons.tsx';
import { useResumePoint } from '../viewer/my-resume.ts';
import { Progress } from '../viewer/progress-bar.tsx';
import type { Watchable } from '../watch/watchable.ts';
import { say } from '../words/words.ts';

/**
 * Over the picture of a begun item: its progress and the button to start over. It moves nothing on
 * the page.
 */
export function StartOver({ item, onPress }: { item: Watchable; onPress(): void }) {
  const begun = useResumePoint(item, item.durationSeconds);
  if (!begun) return null;
  return (
    <>
      <Button className="stage-start-over" onClick={onPress}>
        <AgainIcon width="20" height="20" />
        {say('player.start_over')}
      </Button>
      <Progress begun={begun} />
    </>
  );
}
