import type { Metadata } from 'next';
import { FlowPage } from '../flow/flow-page.tsx';

export async function generateMetadata({ params }: PageProps<'/desk/records/[id]/resolve'>): Promise<Metadata> {
  return { title: `Resolve record #${(await params).id}` };
}

export default async function ResolvePage({ params }: PageProps<'/desk/records/[id]/resolve'>) {
  return <FlowPage id={(await params).id} kind="resolve" />;
}
