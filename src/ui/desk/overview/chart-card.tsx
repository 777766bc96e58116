'use client';

import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../card.tsx';

export type ChartCardProps = {
  readonly title: string;
  /** What the chart says, for those who do not see it. */
  readonly summary: string;
  readonly age: ReactNode;
  readonly notice?: ReactNode;
  readonly table: ReactNode;
  readonly children: ReactNode;
};

/** A chart that is also a table, whichever one reads better. */
export function ChartCard({ title, summary, age, notice, table, children }: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  const Icon = isTable ? ChartColumn : Table2;
  return (
    <Card className="min-w-0">
      <CardHeader className="flex-nowrap items-start">
        <div className="grid min-w-0 grid-cols-1">
          <CardTitle>{title}</CardTitle>
          {age}
        </div>
        <Button look="quiet" size="small" className="px-2" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <Icon aria-hidden className="size-4" />
          {isTable ? 'Chart' : 'Table'}
          <span className="sr-only"> of {title}</span>
        </Button>
      </CardHeader>
      <CardBody className="grid min-w-0 grid-cols-1 gap-4">
        {notice}
        {isTable ? (
          <div className="max-h-72 overflow-auto">{table}</div>
        ) : (
          <div role="img" aria-label={summary} className="h-64 min-w-0 overflow-hidden">
            {children}
          </div>
        )}
      </CardBody>
    </Card>
  );
}
