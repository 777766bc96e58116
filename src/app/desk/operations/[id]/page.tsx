import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { bigintText } from '../../../../desk/bigint-text.ts';
import { Page } from '../../../../ui/page.tsx';
import { requireOperator } from '../../operator.ts';
import { Operation } from './operation.tsx';

export const metadata: Metadata = { title: 'Operation' };

export default async function OperationPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireOperator('operations:read', `/desk/operations/${id}`);
  if (!bigintText.safeParse(id).success) notFound();
  return (
    <Page className="max-w-none py-6">
      <Operation id={id} />
    </Page>
  );
}
