package vip

import "math/bits"

// A page is small, because a single address far from all others needs a page.
const (
	pageShift = 9
	pageBits  = 1 << pageShift
	pageWords = pageBits / 64
)

type page [pageWords]uint64

var fullPage = func() (p page) {
	for i := range p {
		p[i] = ^uint64(0)
	}
	return p
}()

// bitmap is a set of numbers. Adjacent numbers share a page.
type bitmap struct {
	pages map[number]*page
	// full is the set of the numbers of full pages, so that a search can skip any run
	// of them. It is nil until a page is full.
	full  *bitmap
	count int64
}

// locate returns the number of the page of n, and the bit of n in it.
func locate(n number) (pageNumber number, bit uint) {
	return number{high: n.high >> pageShift, low: n.high<<(64-pageShift) | n.low>>pageShift}, uint(n.low % pageBits)
}

// numberAt is the inverse of locate.
func numberAt(pageNumber number, bit uint) number {
	return number{high: pageNumber.high<<pageShift | pageNumber.low>>(64-pageShift), low: pageNumber.low<<pageShift | uint64(bit)}
}

func (b *bitmap) has(n number) bool {
	at, bit := locate(n)
	p := b.pages[at]
	return p != nil && p[bit/64]&(1<<(bit%64)) != 0
}

// add adds a number that is not in the set.
func (b *bitmap) add(n number) {
	at, bit := locate(n)
	p := b.pages[at]
	if p == nil {
		if b.pages == nil {
			b.pages = map[number]*page{}
		}
		p = new(page)
		b.pages[at] = p
	}
	p[bit/64] |= 1 << (bit % 64)
	b.count++
	if *p == fullPage {
		if b.full == nil {
			b.full = new(bitmap)
		}
		b.full.add(at)
	}
}

// remove removes a number that is in the set.
func (b *bitmap) remove(n number) {
	at, bit := locate(n)
	p := b.pages[at]
	if *p == fullPage {
		b.full.remove(at)
	}
	p[bit/64] &^= 1 << (bit % 64)
	b.count--
	if *p == (page{}) {
		delete(b.pages, at)
	}
}

// firstAbsent returns the first number in [from, last] that is not in the set.
func (b *bitmap) firstAbsent(from, last number) (number, bool) {
	at, bit := locate(from)
	lastPage, _ := locate(last)
	absent, found := b.pages[at].firstAbsent(bit)
	if !found {
		if at == lastPage {
			return number{}, false
		}
		if at, found = b.firstNotFull(at.next(), lastPage); !found {
			return number{}, false
		}
		absent, _ = b.pages[at].firstAbsent(0)
	}
	n := numberAt(at, absent)
	return n, n.compare(last) <= 0
}

func (b *bitmap) firstNotFull(from, last number) (pageNumber number, found bool) {
	if b.full == nil {
		return from, true
	}
	return b.full.firstAbsent(from, last)
}

func (p *page) firstAbsent(from uint) (bit uint, found bool) {
	if p == nil {
		return from, true
	}
	below := uint64(1)<<(from%64) - 1
	for i := from / 64; i < pageWords; i++ {
		if absent := ^(p[i] | below); absent != 0 {
			return i*64 + uint(bits.TrailingZeros64(absent)), true
		}
		below = 0
	}
	return 0, false
}

// countIf counts the numbers for which is returns true.
func (b *bitmap) countIf(is func(number) bool) int64 {
	var counted int64
	for at, p := range b.pages {
		for i, word := range p {
			for ; word != 0; word &= word - 1 {
				if is(numberAt(at, uint(i*64+bits.TrailingZeros64(word)))) {
					counted++
				}
			}
		}
	}
	return counted
}
