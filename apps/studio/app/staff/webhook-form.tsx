import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type webhookEndpoints,
} from '@bonisa/contract/studio/webhooks.calls';
import { WEBHOOK_TYPES, type WebhookType } from '@bonisa/domain/staff/webhooks';
import type { FormEvent } from 'react';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { changesOf, type EndpointFields } from './webhook-changes.ts';

export type Endpoint = StudioReplyOf<typeof webhookEndpoints>['data'][number];

/** Makes an endpoint; its secret is shown once. */
export function NewEndpoint({
  onClose,
  onSecret,
}: {
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}) {
  const { act, error, isBusy } = useAct(createWebhookEndpoint);
  const save = async (body: EndpointFields): Promise<void> => {
    const made = await act({ body });
    if (!made) return;
    onClose();
    onSecret(made.secret);
  };
  return (
    <EndpointForm title="New endpoint" button="Make it" {...{ error, isBusy, save, onClose }} />
  );
}

/** Changes where an endpoint is, what it is for, and what it gets. */
export function EditEndpoint({
  endpoint,
  onClose,
}: {
  readonly endpoint: Endpoint;
  readonly onClose: () => void;
}) {
  const { act, error, isBusy } = useAct(changeWebhookEndpoint, {
    done: 'The endpoint is changed.',
  });
  const save = async (fields: EndpointFields): Promise<void> => {
    const body = changesOf(endpoint, fields);
    const isSaved =
      Object.keys(body).length === 0 || (await act({ params: { id: endpoint.id }, body }));
    if (isSaved) onClose();
  };
  return (
    <EndpointForm
      title="Edit the endpoint"
      button="Save"
      before={endpoint}
      {...{ error, isBusy, save, onClose }}
    />
  );
}

interface EndpointFormProps {
  readonly title: string;
  readonly button: string;
  readonly before?: EndpointFields;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly save: (fields: EndpointFields) => Promise<void>;
  readonly onClose: () => void;
}

function EndpointForm({ title, button, before, error, isBusy, save, onClose }: EndpointFormProps) {
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    await save({
      url: String(form.get('url')),
      description: String(form.get('description')),
      types: form.getAll('types') as WebhookType[],
    });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {error && <Problem error={error} />}
        <TextField
          label="Address"
          name="url"
          type="url"
          required
          hint={before ? 'https only. What waits is sent there, too.' : 'https only.'}
          defaultValue={before?.url}
        />
        <TextField
          label="What it is for"
          name="description"
          maxLength={200}
          defaultValue={before?.description}
        />
        <fieldset className="mb-4">
          <legend className="mb-1 font-semibold">Events</legend>
          {WEBHOOK_TYPES.map((type) => (
            <label key={type} className="mb-1 flex items-center gap-3">
              <input
                type="checkbox"
                name="types"
                value={type}
                defaultChecked={before?.types.includes(type)}
                className="size-6 shrink-0 accent-mark"
              />
              {type}
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            {button}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
