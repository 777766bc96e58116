import { redirect } from 'next/navigation';

/** The desk begins with its records. */
export default function DeskPage(): never {
  redirect('/desk/records');
}
