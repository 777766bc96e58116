import type { RecordPageData } from '../../desk/get-record.ts';
import { Notice } from '../notice.tsx';
import { Time } from '../time.tsx';

export type HoldNoticeProps = {
  readonly hold: RecordPageData['hold'];
  readonly heldBy: string | null;
  readonly asOf: Date;
};

/** Who holds the record for review, since when, and whether they have left it; nothing where nobody does. */
export function HoldNotice({ hold, heldBy, asOf }: HoldNoticeProps) {
  if (!hold) {
    return heldBy === null ? null : (
      <div className="mb-4 text-[13px]">
        <Notice tone="accent" title={`Held for review by ${heldBy}`} />
      </div>
    );
  }
  return (
    <div className="mb-4 text-[13px]">
      <Notice
        tone={hold.isIdle ? 'warning' : 'accent'}
        title={hold.isIdle ? `Held by ${hold.heldName}, idle` : `Held by ${hold.heldName}`}
      >
        <p>
          Since <Time at={hold.since} asOf={asOf} show="both" />. Repeats of the request are told that it is under
          review.
          {hold.isIdle && ' Nothing was done for half an hour: a resolver may take it over with a reason.'}
        </p>
        <p className="break-words text-muted">Reason: {hold.reason}</p>
        {hold.notBefore > asOf && (
          <p>
            The drain ends <Time at={hold.notBefore} asOf={asOf} show="both" />: until then a look-up is only advice.
          </p>
        )}
      </Notice>
    </div>
  );
}
