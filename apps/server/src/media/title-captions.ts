import { type OwnCaptions, shownCaptions } from '@bonisa/domain/playback/title-captions';
import { CAPTIONS_FOLDER, type CaptionTrack, captionFile, filesOf } from './asset.ts';

/** What the catalogue says of a title's captions; absent or null: they are those of the media. */
export interface TitleCaptions {
  readonly captions?: readonly OwnCaptions[] | null;
}

/** The captions of a title, with the address of each file. */
export function captionsOf(
  title: TitleCaptions | undefined,
  asset: Parameters<typeof filesOf>[0] & { readonly captions: readonly CaptionTrack[] },
  folderOf: (filesId: string) => string,
): { language: string; label: string; src: string }[] {
  return shownCaptions(asset.captions, title?.captions).map(({ language, label, filesId }) => {
    const folder = folderOf(filesId ?? filesOf(asset));
    return { language, label, src: `${folder}${CAPTIONS_FOLDER}/${captionFile(language)}` };
  });
}
