import { TextArea } from './fields.tsx';

/** Why somebody does what the audit records. */
export function ReasonField() {
  return (
    <TextArea
      label="Reason"
      name="reason"
      hint="It is kept in the audit with your name. Do not write numbers of subscribers."
      required
      maxLength={500}
      rows={2}
    />
  );
}
