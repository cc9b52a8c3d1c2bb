import type { brandState } from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import type { BrandTextFiles } from '@bonisa/domain/brand/brand-files';
import { Fold } from '../design/fold.tsx';
import { BrandColoursPart } from './brand-colours.tsx';
import {
  BrandDrawings,
  BrandHelp,
  BrandMessages,
  DRAWN_FILES,
  HELP_FILES,
} from './brand-file-fields.tsx';
import { type BrandCheck, type BrandPart, isFaulty } from './brand-form.ts';
import { BrandLegal } from './brand-legal.tsx';
import { BrandNames, BrandWords, NAME_FIELDS, WORD_FIELDS } from './brand-names.tsx';

interface BrandPartsProps extends BrandPart {
  readonly began: BrandTextFiles;
  readonly shown: BrandCheck['shown'] | undefined;
  readonly variables: StudioReplyOf<typeof brandState>['variables'];
}

/** The parts of the form; one with a fault opens by itself. */
export function BrandParts({ began, shown, variables, ...part }: BrandPartsProps) {
  const { problems } = part;
  const inBrand = (fields: readonly string[]) => isFaulty(problems, ['brand.json'], fields);
  return (
    <>
      <Fold name="brand-names" title="Names and contacts" isFaulty={inBrand(NAME_FIELDS)}>
        <BrandNames {...part} variables={variables} />
      </Fold>
      <Fold name="brand-colours" title="Colours" isFaulty={inBrand(['colours'])}>
        <BrandColoursPart {...part} />
      </Fold>
      <Fold
        name="brand-drawings"
        title="Logo, icon and font"
        isFaulty={isFaulty(problems, DRAWN_FILES)}
      >
        <BrandDrawings {...part} />
      </Fold>
      <Fold name="brand-words" title="Words about the service" isFaulty={inBrand(WORD_FIELDS)}>
        <BrandWords {...part} />
      </Fold>
      <Fold name="brand-terms" title="Terms" isFaulty={isFaulty(problems, ['terms.md'])}>
        <BrandLegal
          {...part}
          {...{ began, file: 'terms.md', title: 'the terms', page: shown?.terms }}
        />
      </Fold>
      <Fold
        name="brand-privacy"
        title="Privacy policy"
        isFaulty={isFaulty(problems, ['privacy.md'])}
      >
        <BrandLegal
          {...part}
          {...{ began, file: 'privacy.md', title: 'the privacy policy', page: shown?.privacy }}
        />
      </Fold>
      <Fold
        name="brand-help"
        title="Questions and answers"
        isFaulty={isFaulty(problems, HELP_FILES)}
      >
        <BrandHelp {...part} />
      </Fold>
      <Fold
        name="brand-messages"
        title="Short messages"
        isFaulty={isFaulty(problems, ['messages.json'])}
      >
        <BrandMessages {...part} />
      </Fold>
    </>
  );
}
