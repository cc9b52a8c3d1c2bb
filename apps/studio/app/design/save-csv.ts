import { type CsvCell, csvText } from '@bonisa/domain/csv';
import { fileNameOf } from '@bonisa/domain/file-name';
import { studioSettings } from '../calls/settings.ts';

/** Saves rows that a screen shows as a CSV file, without asking the server again. */
export function saveCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const file = new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${fileNameOf(studioSettings().brand)}-${name}.csv`;
  link.click();
  // Some browsers read the file a while after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
