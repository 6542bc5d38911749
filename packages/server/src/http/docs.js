// The search of /docs and its copy buttons. Without scripts the page has neither, and works.
const box = document.querySelector('#search');
const field = document.querySelector('#search-field');
const count = box.querySelector('[role=status]');
const content = document.querySelector('main');
const operations = [...document.querySelectorAll('section.operation')].map((section) => ({
  section,
  // In the navigation.
  item: document.querySelector(`nav li > a[href="#${section.id}"]`).parentElement,
  // Its name, method, path and description, the names of its fields, and the group.
  words: [
    section.closest('section.group').querySelector('h3'),
    ...section.querySelectorAll(':scope > h4, :scope > h4 ~ p:nth-of-type(-n + 2), tbody th'),
  ]
    .map(({ textContent }) => textContent.toLowerCase())
    .join(' '),
}));
const containers = document.querySelectorAll('section.group, section.chapter, nav .group, nav .chapter');

/** Shows the operations that contain every word, and the groups that have some. */
function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter((one) => words.every((word) => one.words.includes(word)));
  for (const one of operations) {
    one.section.hidden = !found.includes(one);
    one.item.hidden = one.section.hidden;
  }
  for (const one of containers) {
    one.hidden = one.querySelector('section.operation:not([hidden]), li:not([hidden])') === null;
  }
  content.parentElement.toggleAttribute('data-searching', words.length > 0);
  if (words.length > 0 && content.getBoundingClientRect().top < 0) content.scrollIntoView();
  count.textContent = words.length === 0 ? '' : `${found.length} of ${operations.length} operations`;
  return found;
}

function clear() {
  field.value = '';
  search();
}

/** Shows what the address points to, also if the search hides it. */
function reveal() {
  // The ids are plain words. Decoding would fail for an address such as `#%`.
  const target = document.getElementById(location.hash.slice(1));
  if (target === null || target.checkVisibility()) return;
  clear();
  target.scrollIntoView();
}

field.addEventListener('input', search);
field.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') clear();
  const [first] = event.key === 'Enter' ? search() : [];
  if (first === undefined) return;
  location.hash = first.section.id;
  first.section.querySelector('a').focus();
});
addEventListener('hashchange', reveal);
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

/** Copies a text. Only a page with TLS or of this machine may: otherwise it is selected. */
async function copy(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent);
    return 'Copied';
  } catch {
    getSelection().selectAllChildren(pre);
    return 'Press Ctrl+C';
  }
}

for (const command of document.querySelectorAll('.command')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  const name = command.closest('section.operation')?.id ?? 'the variables';
  button.setAttribute('aria-label', `Copy: ${name}`);
  const done = document.createElement('span');
  done.className = 'copied';
  done.setAttribute('role', 'status');
  let timer;
  button.addEventListener('click', async () => {
    done.textContent = await copy(command.querySelector('pre'));
    // The timer of an earlier click must not hide this text.
    clearTimeout(timer);
    timer = setTimeout(() => done.replaceChildren(), 2000);
  });
  command.append(done, button);
}

document.querySelector('#origin').textContent = location.origin;
// The browser keeps what was typed when the page is loaded again.
search();
box.hidden = false;
