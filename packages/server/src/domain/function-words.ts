import { termsOf } from './terms.ts';

/**
 * Words that say nothing about a bug, in common languages: a small project cannot see that they are
 * frequent. Without words that also name things, such as the German `die` and `war`.
 */
const WORDS = `
a about after again all also am an and any are as at be because been before being but by can could did do does doing
for from had has have he her here him his how i if in into is it its just me my no not of off on only or our out over
she so some than that the their them then there they this those through to too up us very was we were what when
where which while who why with would you your
ab aber als am an auch auf aus bei beim bis da das dass dem den der des dich dir du ein eine einem einen einer eines er es
für habe haben hatte ich ihr im in ist ja kann kein keine mein meine mich mir mit nach nicht noch nur ob oder schon
sein sich sie sind so über um und uns vom von vor was weil wenn werden wie wieder wir wird wo zu zum zur
au aux avec ce cette dans de du elle en est et il je la le les leur ma mais me mes mon ne nous où par pas pour que qui
sa se ses son sur un une vous
al como con cuando de del el ella en es esta este la las lo los mi mis muy no para pero por porque que se si sin su sus
un una ya yo
ao com da das de do dos e ela ele em eu mas meu minha na não nas no nos o os ou por quando que seu um uma você
alla anche che ci con da dal della di è gli ha ho il io la le lo mi mia mio nel non per più perché quando sono su un una
`;

export const FUNCTION_TERMS: ReadonlySet<string> = new Set(termsOf(...WORDS.split('\n')).counts.keys());
