'use client';

import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../client/use-operator-command.ts';
import type { BulkJob, BulkKind } from '../../../desk/bulk/kinds.ts';
import type { Permission } from '../../../desk/permissions.ts';
import { ConfirmCommand } from '../../../ui/desk/confirm-command.tsx';
import { useDesk, whyNot } from '../../../ui/desk/desk-context.tsx';
import type { BulkAction } from '../../../ui/desk/list/bulk-bar.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import type { Selected } from './desk-list-props.ts';

type BulkPage = 'records' | 'expiring' | 'conflicts';

type Target = {
  readonly kind: BulkKind;
  readonly from: BulkJob['from'];
  readonly what: string;
  readonly clear: () => void;
};

const KINDS: Readonly<Record<BulkPage, readonly (readonly [BulkKind, string, Permission])[]>> = {
  records: [
    ['extend_retention', 'Extend retention', 'retention:extend'],
    ['purge_answers', 'Purge answers', 'answers:purge'],
  ],
  expiring: [['extend_retention', 'Extend retention', 'retention:extend']],
  conflicts: [['review_conflicts', 'Mark reviewed', 'conflicts:review']],
};

/** Thirty days: long enough to find out, and what most clients were promised. */
const USUAL_HOURS = 720;

/** What can be done with many rows of this list at once: it makes a preview, and leads to its page, where it is started. */
export function useBulk(page: BulkPage): {
  readonly dialog: ReactNode;
  readonly actions: <Row extends { readonly id: string }, Place>(
    selected: Selected<Row, Place>,
  ) => readonly BulkAction[];
} {
  const desk = useDesk();
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const [target, setTarget] = useState<Target | null>(null);
  const [hours, setHours] = useState(String(USUAL_HOURS));
  const preview = useOperatorCommand(useTRPC().desk.operations.preview, {
    onDone: ({ id }) => {
      target?.clear();
      setTarget(null);
      router.push(`/desk/operations/${id}`);
    },
  });
  const noun = page === 'conflicts' ? 'conflicts' : 'records';
  const isValid = target?.kind !== 'extend_retention' || /^[1-9]\d{0,3}$/.test(hours);
  return {
    dialog: (
      <ConfirmCommand
        isOpen={target !== null}
        onOpenChange={(isOpen) => {
          if (isOpen) return;
          setTarget(null);
          preview.reset();
        }}
        verb="Preview"
        object={target ? `“${labelOf(target.kind)}” for ${target.what}` : ''}
        isSending={preview.state.is === 'sending'}
        failure={preview.state.is === 'failed' ? preview.state.failure : null}
        returnTo={search === '' ? pathname : `${pathname}?${search}`}
        onConfirm={() => target && isValid && void preview.send({ job: jobOf(target, Number(hours)) })}
      >
        <p>
          Notes which {noun} are meant, as they are now, and shows them. Nothing is done to any of them before it is
          started there, with a reason.
        </p>
        {target?.kind === 'extend_retention' && (
          <Field
            label="Keep for at least so many hours from now"
            error={isValid ? undefined : 'A number from 1 to 2160.'}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={hours}
                onChange={(event) => setHours(event.target.value)}
                className="w-32"
              />
            )}
          </Field>
        )}
      </ConfirmCommand>
    ),
    actions: ({ rows, place, clear }) =>
      KINDS[page].flatMap(([kind, label, permission]) => {
        const lacking = whyNot(desk, permission) ?? whyNot(desk, 'operations:run');
        const choose = (from: BulkJob['from'], what: string) => () => setTarget({ kind, from, what, clear });
        const ids = rows.map(({ id }) => id);
        return [
          {
            id: kind,
            label: `${label}…`,
            whyNot: lacking,
            onChoose: choose(
              { page: 'selection', ids },
              ids.length === 1 ? `one of the ${noun}` : `${ids.length} ${noun}`,
            ),
          },
          {
            id: `${kind}-all`,
            label: `${label}: all that match…`,
            whyNot: lacking,
            onChoose: choose(
              { page, filter: place } as unknown as BulkJob['from'],
              `all ${noun} that match the filters`,
            ),
          },
        ];
      }),
  };
}

const labelOf = (kind: BulkKind): string =>
  ({ extend_retention: 'extend retention', purge_answers: 'purge answers', review_conflicts: 'mark reviewed' })[kind];

/** The page decides which kinds there are, so that kind and origin always belong together. */
const jobOf = ({ kind, from }: Target, hours: number): BulkJob =>
  (kind === 'extend_retention' ? { kind, from, hours } : { kind, from }) as BulkJob;
