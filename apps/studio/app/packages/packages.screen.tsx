import { packages, withdrawPrice } from '@bonisa/contract/studio/packages.calls';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { counted } from '../design/money.ts';
import { Card, Page } from '../design/page.tsx';
import { Badge, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, day } from '../design/time.ts';
import { type Carrier, LimitAndKeys } from './limit-and-keys.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PriceDialog } from './price-dialog.tsx';
import type { SoldPackage } from './price-form.ts';

type Price = SoldPackage['prices'][number];

const TONES = { past: 'plain', valid: 'good', planned: 'warning', withdrawn: 'problem' } as const;

/** What is sold, at which price since when, and what is planned. */
export default function PackagesScreen() {
  const mayChange = useMay('brand:write');
  const list = useRead(packages);
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title="Packages and prices"
      intro="A price that was valid never changes: a new one follows it. Each charge keeps its own."
      actions={
        mayChange && (
          <Button tone="action" onClick={() => setMaking(true)}>
            <PlusIcon /> New package
          </Button>
        )
      }
    >
      {list.error && <Problem error={list.error} />}
      {list.isPending && <Loading />}
      {list.data?.data.map((one) => (
        <OnePackage key={one.key} sold={one} carriers={list.data.carriers} mayChange={mayChange} />
      ))}
      {isMaking && <PriceDialog of={undefined} onClose={() => setMaking(false)} />}
    </Page>
  );
}

interface OnePackageProps {
  readonly sold: SoldPackage;
  readonly carriers: readonly Carrier[];
  readonly mayChange: boolean;
}

function OnePackage({ sold, carriers, mayChange }: OnePackageProps) {
  const confirm = useConfirm();
  const { act, error } = useAct(withdrawPrice, { done: 'The price is withdrawn.' });
  const [isChanging, setChanging] = useState(false);
  const [isNaming, setNaming] = useState(false);
  const hasPlanned = mayChange && sold.prices.some(({ state }) => state === 'planned');
  const withdraw = async (id: string): Promise<void> => {
    const isAsked = sold.prices.some((one) => one.id === id && one.holders === 'asked_again');
    const answer = await confirm({
      title: `Withdraw the planned price of ${sold.name}?`,
      text: isAsked
        ? 'It will not begin. Who has accepted it keeps the earlier price, and is told so.'
        : 'It will not begin. What is valid now stays.',
      button: 'Withdraw',
      danger: true,
      reason: true,
    });
    if (answer) await act({ params: { id }, body: { reason: answer.reason } });
  };
  return (
    <Card
      title={`${sold.name}, a ${sold.period}`}
      actions={
        mayChange && (
          <>
            <Button onClick={() => setNaming(true)}>Change name</Button>
            <Button onClick={() => setChanging(true)}>New price</Button>
          </>
        )
      }
    >
      {error && <Problem error={error} />}
      <p className="mb-3 text-muted">
        {sold.words} <code className="font-mono">{sold.key}</code>
      </p>
      <Table
        caption={`Prices of ${sold.name}`}
        rows={sold.prices}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Price', align: 'right', cell: ({ amount }) => `R${amount}` },
          {
            head: 'State',
            cell: ({ state, offered }) => (
              <>
                <Badge tone={TONES[state]}>{state}</Badge>
                {!offered && ' not offered'}
              </>
            ),
          },
          { head: 'From', cell: ({ valid_from }) => dateTime(valid_from) },
          {
            head: 'VAT inside',
            wideOnly: true,
            align: 'right',
            cell: ({ vat, vat_percent }) => `R${vat} (${vat_percent} %)`,
          },
          { head: 'Free days', align: 'right', cell: ({ trial_days }) => trial_days },
          {
            head: 'Who subscribed before',
            cell: askedWords,
          },
          {
            head: 'Made',
            wideOnly: true,
            cell: ({ made_by, reason }) => `${made_by}: ${reason}`,
          },
          ...(hasPlanned
            ? [
                {
                  head: 'What to do',
                  cell: ({ id, state }: Price) =>
                    state === 'planned' && (
                      <Button size="small" tone="quiet" onClick={() => withdraw(id)}>
                        Withdraw
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <LimitAndKeys prices={sold.prices} carriers={carriers} />
      {isNaming && <NameDialog of={sold} onClose={() => setNaming(false)} />}
      {isChanging && <PriceDialog of={sold} onClose={() => setChanging(false)} />}
    </Card>
  );
}

/** What becomes of those who pay an earlier price, and how many of them were told. */
function askedWords({ told, state }: Price): string {
  if (!told) return 'keeps the price';
  const { from, subscriptions, done_at } = told;
  if (state === 'withdrawn') return 'keeps the price: it was withdrawn';
  if (subscriptions === 0 && !done_at) return `is asked from ${day(from)} on`;
  return `is asked: ${counted(subscriptions, 'message')}${done_at ? '' : ' so far'}`;
}
