import { PasskeysSection } from './passkeys-section.tsx';
import { TotpSection } from './totp-section.tsx';

export function FactorSections() {
  return (
    <>
      <TotpSection />
      <PasskeysSection />
    </>
  );
}
