'use client';

import { ArrowRight, Lock } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { RecordPageData } from '../../desk/get-record.ts';
import { Card, CardBody, CardHeader, CardTitle } from '../card.tsx';
import { useDesk } from './desk-context.tsx';
import { recordLinks } from './record-links.ts';

export type RecordActionsBoxProps = {
  readonly data: RecordPageData;
  /** Commands that need no page of their own. */
  readonly children?: ReactNode;
};

/** What can be done about the record, and why what cannot. */
export function RecordActionsBox({ data, children }: RecordActionsBoxProps) {
  const desk = useDesk();
  return (
    <Card>
      <CardHeader>
        <CardTitle>Actions</CardTitle>
      </CardHeader>
      <CardBody className="grid gap-3 text-[13px]">
        <ul className="grid gap-3">
          {recordLinks(data, desk).map(({ href, label, about, why }) => (
            <li key={href} className="grid gap-0.5">
              {why === null ? (
                <Link
                  href={href}
                  prefetch={false}
                  className="inline-flex w-fit items-center gap-1.5 rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
                >
                  {label}
                  <ArrowRight aria-hidden className="size-4" />
                </Link>
              ) : (
                <span className="inline-flex items-center gap-1.5 font-medium text-muted">
                  {label}
                  <Lock aria-hidden className="size-3.5" />
                  <span className="sr-only">not possible now</span>
                </span>
              )}
              <span className="text-muted">{why ?? about}</span>
            </li>
          ))}
        </ul>
        {children}
      </CardBody>
    </Card>
  );
}
