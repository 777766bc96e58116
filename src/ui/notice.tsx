import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { cn } from './cn.ts';

export type NoticeProps = {
  readonly tone: Exclude<Tone, 'neutral'>;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons that follow from it. */
  readonly actions?: ReactNode;
  /** Instead of the tone's own icon. */
  readonly icon?: ReactNode;
};

const ICONS = { accent: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleX } as const;

const LOOKS = {
  accent: 'bg-accent-soft [&>svg]:text-accent-text',
  success: 'bg-success-soft [&>svg]:text-success-text',
  warning: 'bg-warning-soft [&>svg]:text-warning-text',
  danger: 'bg-danger-soft [&>svg]:text-danger-text',
} as const;

/** Something in the page that a person should read now; read out when it appears, an error at once. */
export function Notice({ tone, title, children, actions, icon }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-lg p-4 [&>svg]:mt-0.5 [&>svg]:size-5',
        LOOKS[tone],
      )}
    >
      {icon ?? <Icon aria-hidden />}
      <p className="font-semibold">{title}</p>
      {children && <div className="col-start-2 grid gap-2 text-pretty">{children}</div>}
      {actions && <div className="col-start-2 mt-2 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
