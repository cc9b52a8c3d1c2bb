import { packageNames } from '@bonisa/contract/studio/packages.calls';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/fields.tsx';
import { InstantField } from '../design/instant-field.tsx';

export interface PackagesFieldProps {
  readonly windows: readonly PackageWindow[];
  readonly onChange: (windows: readonly PackageWindow[]) => void;
  readonly problem?: string | undefined;
  readonly disabled: boolean;
}

interface Named {
  readonly key: string;
  readonly name: string;
}

/** The packages to choose from, and the stored one where the list does not have it. */
function choicesWith(chosen: string, packages: readonly Named[]) {
  const choices = packages.map(({ key, name }) => ({ value: key, label: name }));
  const isKnown = chosen === '' || packages.some(({ key }) => key === chosen);
  return isKnown ? choices : [...choices, { value: chosen, label: chosen }];
}

/** When subscribers of which package may play a title; without a row every subscriber may. */
export function PackagesField({ windows, onChange, problem, disabled }: PackagesFieldProps) {
  const { data } = useRead(packageNames);
  const set = (at: number, changes: Partial<PackageWindow>): void =>
    onChange(windows.map((one, place) => (place === at ? { ...one, ...changes } : one)));
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">Packages that include it</legend>
      <p className="mb-2 text-small text-muted">
        Without a package here every subscriber may play it. With one, only subscribers of the
        packages named here may.
      </p>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      {windows.map((window, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no name of its own while typed.
          key={at}
          className="mb-2 grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-end gap-x-3"
        >
          <SelectField
            label="Package"
            value={window.package}
            required
            choices={choicesWith(window.package, data?.data ?? [])}
            empty="Choose one"
            onChange={({ target }) => set(at, { package: target.value })}
          />
          <InstantField
            label="From"
            instant={window.from}
            onInstant={(from) => set(at, { from })}
          />
          <InstantField
            label="Until"
            instant={window.until}
            onInstant={(until) => set(at, { until })}
          />
          <Button
            className="mb-4 justify-self-start"
            aria-label={`Remove ${window.package || 'this package'}`}
            onClick={() => onChange(windows.filter((_, place) => place !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      <Button
        size="small"
        onClick={() => onChange([...windows, { package: '', from: null, until: null }])}
      >
        Add a package
      </Button>
    </fieldset>
  );
}
