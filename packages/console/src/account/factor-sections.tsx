import { PasskeysSection } from './passkeys-section.tsx';
import { TotpSection } from './totp-section.tsx';

/** The second factors: an authenticator app and passkeys. */
export function FactorSections() {
  return (
    <>
      <TotpSection />
      <PasskeysSection />
    </>
  );
}
