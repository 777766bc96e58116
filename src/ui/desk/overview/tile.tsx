import type { LucideIcon } from 'lucide-react';
import Link from 'next/link';
import type { CountFigure } from '../../../desk/get-overview.ts';
import { cn } from '../../cn.ts';
import { FigureAge } from './figure-age.tsx';

export type TileProps = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly figure: CountFigure;
  readonly href: string;
  /** Colour of a number above zero: what hurts and what is only worth knowing. */
  readonly tone: 'danger' | 'warning' | 'neutral';
  readonly note?: string | undefined;
  readonly asOf: Date;
};

const TONES = { danger: 'text-danger-text', warning: 'text-warning-text', neutral: 'text-ink' } as const;

/** One number that leads to its list. */
export const Tile = ({ label, icon: Icon, figure, href, tone, note, asOf }: TileProps) => (
  <Link
    href={href}
    prefetch={false}
    className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong"
  >
    <span className="flex items-center gap-2 text-[13px] font-medium text-muted">
      <Icon aria-hidden className="size-4" />
      {label}
    </span>
    <span
      className={cn(
        'text-3xl leading-10 font-semibold tracking-tight tabular-nums',
        figure && figure.value > 0 ? TONES[tone] : 'text-muted',
      )}
    >
      {figure ? figure.value.toLocaleString('en') : '–'}
    </span>
    {note && <span className="text-[13px] text-muted">{note}</span>}
    <FigureAge computedAt={figure?.computedAt ?? null} asOf={asOf} />
  </Link>
);
