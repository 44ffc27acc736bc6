var _t,$,xo,wn,xe,ho,yo,wo,bn,vt,Ve,_o,_n,xn,yn,ji,xt={},yt=[],Vi=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
kt=Array.isArray;function ue(e,t){for(var n in t)e[n]=t[n];return e}function kn(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function Sn(e,t,n){var r,i,s,a={};for(s in t)s=="key"?r=t[s]:s=="ref"?i=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=
arguments.length>3?_t.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&
(a[s]=e.defaultProps[s]);return bt(e,a,r,i,null)}function bt(e,t,n,r,i){var s={type:e,props:t,key:n,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:i??++xo,__i:-1,__u:0};return i==null&&$.vnode!=null&&$.vnode(s),s}function y(e){return e.children}function re(e,t){this.props=e,this.context=t}function Ce(e,t){if(t==null)return e.__?Ce(
e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="f\
unction"?Ce(e):null}function Gi(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,r=[],i=[],s=ue({},t);s.__v=t.__v+1,$.vnode&&$.vnode(
s),Mn(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,r,n??Ce(t),!!(32&t.__u),i),s.__v=t.__v,s.__.__k[s.__i]=s,Co(r,
s,i),t.__e=t.__=null,s.__e!=n&&ko(s)}}function ko(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),ko(e)}function go(e){(!e.__d&&(e.__d=!0)&&xe.push(e)&&
!wt.__r++||ho!=$.debounceRendering)&&((ho=$.debounceRendering)||yo)(wt)}function wt(){try{for(var e,t=1;xe.length;)xe.length>
t&&xe.sort(wo),e=xe.shift(),t=xe.length,Gi(e)}finally{xe.length=wt.__r=0}}function So(e,t,n,r,i,s,a,l,d,c,u){var g,p,m,b,
v,_,T=r&&r.__k||yt,S=t.length;for(d=Yi(n,t,T,d,S),g=0;g<S;g++)(m=n.__k[g])!=null&&(p=m.__i!=-1&&T[m.__i]||xt,m.__i=g,_=Mn(
e,m,p,i,s,a,l,d,c,u),b=m.__e,m.ref&&p.ref!=m.ref&&(p.ref&&$n(p.ref,null,m),u.push(m.ref,m.__c||b,m)),v==null&&b!=null&&(v=
b),4&m.__u?(d=Mo(m,d,e),p.__e&&(p.__e=null)):typeof m.type=="function"&&_!==void 0?d=_:b&&(d=b.nextSibling),m.__u&=-7);return n.
__e=v,d}function Yi(e,t,n,r,i){var s,a,l,d,c,u=n.length,g=u,p=0;for(e.__k=new Array(i),s=0;s<i;s++)(a=t[s])!=null&&typeof a!=
"boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=
bt(null,a,null,null,null):kt(a)?a=e.__k[s]=bt(y,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=
bt(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,d=s+p,a.__=e,a.__b=e.__b+1,l=null,(c=a.__i=Zi(a,n,d,g))!=-1&&
(g--,(l=n[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(i>u?p--:i<u&&p++),typeof a.type!="function"&&(a.__u|=4)):c!=d&&
(c==d-1?p--:c==d+1?p++:(c>d?p--:p++,a.__u|=4))):e.__k[s]=null;if(g)for(s=0;s<u;s++)(l=n[s])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=Ce(l)),Po(l,l));return r}function Mo(e,t,n){var r,i;if(typeof e.type=="function"){for(r=e.__k,i=0;r&&i<r.length;i++)
r[i]&&(r[i].__=e,t=Mo(r[i],t,n));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Ce(e)),t=n.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Zi(e,t,n,r){var i,s,a,l=e.key,d=e.type,c=t[n],u=c!=null&&(2&c.__u)==0;if(c===null&&l==null||u&&l==c.key&&d==c.type)
return n;if(r>(u?1:0)){for(i=n-1,s=n+1;i>=0||s<t.length;)if((c=t[a=i>=0?i--:s++])!=null&&(2&c.__u)==0&&l==c.key&&d==c.type)
return a}return-1}function vo(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=n==null?"":typeof n!="number"||Vi.test(t)?n:n+
"px"}function gt(e,t,n,r,i){var s,a;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)n&&t in n||vo(e.style,t,"");if(n)for(t in n)r&&n[t]==r[t]||vo(e.style,t,n[t])}else if(t[0]==
"o"&&t[1]=="n")s=t!=(t=t.replace(_o,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+s]=n,n?r?n[Ve]=r[Ve]:(n[Ve]=_n,e.addEventListener(t,s?yn:xn,s)):e.removeEventListener(t,s?yn:xn,s);else{
if(i=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=n??"";break e}catch{}typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&n==1?"":n))}}function bo(e){return function(t){if(this.l){var n=this.l[t.type+e];if(t[vt]==null)t[vt]=_n++;else if(t[vt]<
n[Ve])return;return n($.event?$.event(t):t)}}}function Mn(e,t,n,r,i,s,a,l,d,c){var u,g,p,m,b,v,_,T,S,A,oe,Y,M,B,q,$e,h=t.
type;if(t.constructor!==void 0)return null;128&n.__u&&(d=!!(32&n.__u),s=[l=t.__e=n.__e]),(u=$.__b)&&u(t);e:if(typeof h==
"function"){g=a.length;try{if(S=t.props,A=h.prototype&&h.prototype.render,oe=(u=h.contextType)&&r[u.__c],Y=u?oe?oe.props.
value:u.__:r,n.__c?T=(p=t.__c=n.__c).__=p.__E:(A?t.__c=p=new h(S,Y):(t.__c=p=new re(S,Y),p.constructor=h,p.render=Ji),oe&&
oe.sub(p),p.state||(p.state={}),p.__n=r,m=p.__d=!0,p.__h=[],p._sb=[]),A&&p.__s==null&&(p.__s=p.state),A&&h.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=ue({},p.__s)),ue(p.__s,h.getDerivedStateFromProps(S,p.__s))),b=p.props,v=p.state,p.__v=t,m)
A&&h.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),A&&p.componentDidMount!=null&&p.
__h.push(p.componentDidMount);else{if(A&&h.getDerivedStateFromProps==null&&S!==b&&p.componentWillReceiveProps!=null&&p.componentWillReceiveProps(
S,Y),t.__v==n.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(S,p.__s,Y)===!1){t.__v!=n.__v&&(p.props=
S,p.state=p.__s,p.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(pe){pe&&(pe.__=t)}),yt.push.apply(p.__h,p._sb),p._sb=
[],p.__h.length&&a.push(p),l=Ce(n);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(S,p.__s,Y),A&&p.componentDidUpdate!=
null&&p.__h.push(function(){p.componentDidUpdate(b,v,_)})}if(p.context=Y,p.props=S,p.__P=e,p.__e=!1,M=$.__r,B=0,A)p.state=
p.__s,p.__d=!1,M&&M(t),u=p.render(p.props,p.state,p.context),yt.push.apply(p.__h,p._sb),p._sb=[];else do p.__d=!1,M&&M(t),
u=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++B<25);p.state=p.__s,p.getChildContext!=null&&(r=ue(ue(
{},r),p.getChildContext())),A&&!m&&p.getSnapshotBeforeUpdate!=null&&(_=p.getSnapshotBeforeUpdate(b,v)),q=u!=null&&u.type===
y&&u.key==null?To(u.props.children):u,l=So(e,kt(q)?q:[q],t,n,r,i,s,a,l,d,c),p.base=t.__e,t.__u&=-161,p.__h.length&&a.push(
p),T&&(p.__E=p.__=null)}catch(pe){if(a.length=g,t.__v=null,d||s!=null){if(pe.then){for(t.__u|=d?160:128;l&&l.nodeType==8&&
l.nextSibling;)l=l.nextSibling;s!=null&&(s[s.indexOf(l)]=null),t.__e=l}else if(s!=null)for($e=s.length;$e--;)kn(s[$e])}else
t.__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),pe.then||$o(t),$.__e(pe,t,n)}}else s==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.
__e):l=t.__e=Xi(n.__e,t,n,r,i,s,a,d,c);return(u=$.diffed)&&u(t),128&t.__u?void 0:l}function $o(e){e&&(e.__c&&(e.__c.__e=
!0),e.__k&&e.__k.some($o))}function Co(e,t,n){for(var r=0;r<n.length;r++)$n(n[r],n[++r],n[++r]);$.__c&&$.__c(t,e),e.some(
function(i){try{e=i.__h,i.__h=[],e.some(function(s){s.call(i)})}catch(s){$.__e(s,i.__v)}})}function To(e){return typeof e!=
"object"||e==null||e.__b>0?e:kt(e)?e.map(To):e.constructor!==void 0?null:ue({},e)}function Xi(e,t,n,r,i,s,a,l,d){var c,u,
g,p,m,b,v,_=n.props||xt,T=t.props,S=t.type;if(S=="svg"?i="http://www.w3.org/2000/svg":S=="math"?i="http://www.w3.org/199\
8/Math/MathML":i||(i="http://www.w3.org/1999/xhtml"),s!=null){for(c=0;c<s.length;c++)if((m=s[c])&&"setAttribute"in m==!!S&&
(S?m.localName==S:m.nodeType==3)){e=m,s[c]=null;break}}if(e==null){if(S==null)return document.createTextNode(T);e=document.
createElementNS(i,S,T.is&&T),l&&($.__m&&$.__m(t,s),l=!1),s=null}if(S==null)_===T||l&&e.data==T||(e.data=T);else{if(s=S==
"textarea"&&T.defaultValue!=null?null:s&&_t.call(e.childNodes),!l&&s!=null)for(_={},c=0;c<e.attributes.length;c++)_[(m=e.
attributes[c]).name]=m.value;for(c in _)m=_[c],c=="dangerouslySetInnerHTML"?g=m:c=="children"||c in T||c=="value"&&"defa\
ultValue"in T||c=="checked"&&"defaultChecked"in T||gt(e,c,null,m,i);for(c in T)m=T[c],c=="children"?p=m:c=="dangerouslyS\
etInnerHTML"?u=m:c=="value"?b=m:c=="checked"?v=m:l&&typeof m!="function"||_[c]===m||gt(e,c,m,_[c],i);if(u)l||g&&(u.__html==
g.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(g&&(e.innerHTML=""),So(t.type=="template"?e.content:
e,kt(p)?p:[p],t,n,r,S=="foreignObject"?"http://www.w3.org/1999/xhtml":i,s,a,s?s[0]:n.__k&&Ce(n,0),l,d),s!=null)for(c=s.length;c--;)
kn(s[c]);l&&S!="textarea"||(c="value",S=="progress"&&b==null?e.removeAttribute("value"):b!=null&&(b!==e[c]||S=="progress"&&
!b||S=="option"&&b!=_[c])&&gt(e,c,b,_[c],i),c="checked",v!=null&&v!=e[c]&&gt(e,c,v,_[c],i))}return e}function $n(e,t,n){
try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.current=t}catch(i){
$.__e(i,n)}}function Po(e,t,n){var r,i;if($.unmount&&$.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.__e||$n(r,null,t)),
(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(s){$.__e(s,t)}r.base=r.__P=r.__n=null}if(r=
e.__k)for(i=0;i<r.length;i++)r[i]&&Po(r[i],t,n||typeof e.type!="function");n||kn(e.__e),e.__c=e.__=e.__e=void 0}function Ji(e,t,n){
return this.constructor(e,n)}function Eo(e,t,n){var r,i,s,a;t==document&&(t=document.documentElement),$.__&&$.__(e,t),i=
(r=typeof n=="function")?null:n&&n.__k||t.__k,s=[],a=[],Mn(t,e=(!r&&n||t).__k=Sn(y,null,[e]),i||xt,xt,t.namespaceURI,!r&&
n?[n]:i?null:t.firstChild?_t.call(t.childNodes):null,s,!r&&n?n:i?i.__e:t.firstChild,r,a),Co(s,e,a),e.props.children=null}_t=yt.slice,$={__e:function(e,t,n,r){for(var i,s,a;t=t.__;)if((i=t.__c)&&!i.__)try{if((s=i.constructor)&&s.getDerivedStateFromError!=
null&&(i.setState(s.getDerivedStateFromError(e)),a=i.__d),i.componentDidCatch!=null&&(i.componentDidCatch(e,r||{}),a=i.__d),
a)return i.__E=i}catch(l){e=l}throw e}},xo=0,wn=function(e){return e!=null&&e.constructor===void 0},re.prototype.setState=
function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ue({},this.state),typeof e=="function"&&(e=
e(ue({},n),this.props)),e&&ue(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),go(this))},re.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),go(this))},re.prototype.render=y,xe=[],yo=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,wo=function(e,t){return e.__v.__b-t.__v.__b},wt.__r=0,bn=Math.random().
toString(8),vt="__d"+bn,Ve="__a"+bn,_o=/(PointerCapture)$|Capture$/i,_n=0,xn=bo(!1),yn=bo(!0),ji=0;var Ge,W,Cn,No,Tn=0,Io=[],F=$,Ro=F.__b,Ao=F.__r,Oo=F.diffed,Lo=F.__c,Do=F.unmount,Fo=F.__;function En(e,t){F.__h&&F.__h(
W,e,Tn||t),Tn=0;var n=W.__H||(W.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function O(e,t){var n=En(Ge++,3);!F.__s&&Nn(n.__H,t)&&(n.__=e,n.u=t,W.__H.__h.push(n))}function Ye(e,t){var n=En(Ge++,4);
!F.__s&&Nn(n.__H,t)&&(n.__=e,n.u=t,W.__h.push(n))}function L(e){return Tn=5,ee(function(){return{current:e}},[])}function ee(e,t){var n=En(Ge++,7);return Nn(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Qi(){for(var e;e=Io.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(St),t.__h.some(Pn),t.__h=[]}catch(n){t.__h=
[],F.__e(n,e.__v)}}}F.__b=function(e){W=null,Ro&&Ro(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Fo&&Fo(
e,t)},F.__r=function(e){Ao&&Ao(e),Ge=0;var t=(W=e.__c).__H;t&&(Cn===W?(t.__h=[],W.__h=[],t.__.some(function(n){n.__N&&(n.
__=n.__N),n.u=n.__N=void 0})):(t.__h.some(St),t.__h.some(Pn),t.__h=[],Ge=0)),Cn=W},F.diffed=function(e){Oo&&Oo(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(Io.push(t)!==1&&No===F.requestAnimationFrame||((No=F.requestAnimationFrame)||es)(Qi)),
t.__H.__.some(function(n){n.u&&(n.__H=n.u,n.u=void 0)})),Cn=W=null},F.__c=function(e,t){t.some(function(n){try{n.__h.some(
St),n.__h=n.__h.filter(function(r){return!r.__||Pn(r)})}catch(r){t.some(function(i){i.__h&&(i.__h=[])}),t=[],F.__e(r,n.__v)}}),
Lo&&Lo(e,t)},F.unmount=function(e){Do&&Do(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(r){try{St(r)}catch(i){t=i}}),
n.__H=void 0,t&&F.__e(t,n.__v))};var zo=typeof requestAnimationFrame=="function";function es(e){var t,n=function(){clearTimeout(
r),zo&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);zo&&(t=requestAnimationFrame(n))}function St(e){var t=W,
n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),W=t}function Pn(e){var t=W;e.__c=e.__(),W=t}function Nn(e,t){return!e||
e.length!==t.length||t.some(function(n,r){return n!==e[r]})}var ts=Symbol.for("preact-signals");function Tt(){if(fe>1)fe--;else{var e,t=!1;for((function(){var i=$t;for($t=void 0;i!==
void 0;){var s=i.S;if(s.v===i.v)for(var a=s.t;a!==void 0;a=a.x)a.i===i.i&&(a.i=s.i);i=i.o}})();Xe!==void 0;){var n=Xe;for(Xe=
void 0,Mt++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&Ho(n))try{n.c()}catch(i){t||(e=i,t=!0)}n=r}}if(Mt=0,fe--,
t)throw e}}function Re(e){if(fe>0)return e();Rn=++ns,fe++;try{return e()}finally{Tt()}}var Ze,N=void 0;function Je(e){var t=N,
n=Ze;N=void 0,Ze=void 0;try{return e()}finally{N=t,Ze=n}}var Xe=void 0,fe=0,Mt=0,ns=0,Rn=0,$t=void 0,Ct=0;function Uo(e){
if(N!==void 0){var t=e.n;if(t===void 0||t.t!==N)return t={i:0,S:e,p:N.s,n:void 0,t:N,e:void 0,x:void 0,r:t},N.s!==void 0&&
(N.s.n=t),N.s=t,e.n=t,32&N.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=N.
s,t.n=void 0,N.s.n=t,N.s=t),t}}function I(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}I.prototype.brand=ts;I.prototype.h=function(){return!0};I.prototype.S=function(e){
var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:Je(function(){var r;(r=t.W)==null||r.call(t)}))};
I.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=
n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&Je(function(){var i;(i=t.Z)==null||i.call(t)}))}};I.prototype.subscribe=
function(e){var t=this;return se(function(){var n=t.value;Je(function(){return e(n)})},{name:"sub"})};I.prototype.valueOf=
function(){return this.value};I.prototype.toString=function(){return this.value+""};I.prototype.toJSON=function(){return this.
value};I.prototype.peek=function(){var e=this;return Je(function(){return e.value})};Object.defineProperty(I.prototype,"\
value",{get:function(){var e=Uo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Mt>100)throw new Error(
"Cycle detected");(function(n){fe!==0&&Mt===0&&n.l!==Rn&&(n.l=Rn,$t={S:n,v:n.v,i:n.i,o:$t})})(this),this.v=e,this.i++,Ct++,
fe++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Tt()}}}});function U(e,t){return new I(e,t)}function Ho(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Bo(e){for(var t=e.s;t!==void 0;t=t.n){
var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function qo(e){for(var t=e.s,n=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=n}function Te(e,t){I.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Ct-1,this.f=4}Te.prototype=new I;Te.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Ct))return!0;if(this.g=Ct,this.f|=
1,this.i>0&&!Ho(this))return this.f&=-2,!0;var e=N;try{Bo(this),N=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return N=e,qo(this),this.f&=-2,!0};Te.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}I.prototype.S.call(this,e)};Te.prototype.
U=function(e){if(this.t!==void 0&&(I.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};Te.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
Te.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Uo(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function ie(e,t){return new Te(e,t)}function Wo(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){fe++;var n=N;N=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,An(e),r}finally{N=n,Tt()}}}function An(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Wo(e)}function os(e){if(N!==this)throw new Error("Out-of-o\
rder effect");qo(this),N=e,this.f&=-2;try{8&this.f&&An(this)}finally{Tt()}}function Ae(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Ze&&Ze.push(this)}Ae.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Ae.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,Wo(this),Bo(this),fe++;var e=N;return N=this,os.bind(this,e)};Ae.
prototype.N=function(){2&this.f||(this.f|=2,this.u=Xe,Xe=this)};Ae.prototype.d=function(){this.f|=8,1&this.f||An(this)};
Ae.prototype.dispose=function(){this.d()};function se(e,t){var n=new Ae(e,t);try{n.c()}catch(i){throw n.d(),i}var r=n.d.
bind(n);return r[Symbol.dispose]=r,r}var On,Oe,Pt,rs=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Ko=[],jo=[];se(function(){On=this.N})();function Le(e,t){
$[e]=t.bind(null,$[e]||function(){})}function Qe(e){if(Pt){var t=Pt;Pt=void 0,t()}Pt=e&&e.S()}function Vo(e){var t=this,
n=e.data,r=C(n);r.name="ReactiveDom",r.value=n;var i=ee(function(){for(var l=t,d=t.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}
var c=ie(function(){var m=r.value.value;return m===0?0:m===!0?"":m||""}),u=ie(function(){return!Array.isArray(c.value)&&
!wn(c.value)}),g=se(function(){if(this.N=Go,u.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=m)}}),p=t.__$u.d;return t.__$u.d=function(){g(),p.call(this)},[u,c]},[]),s=i[0],a=i[1];return s.value?a.peek():a.value}
Vo.displayName="ReactiveTextNode";Object.defineProperties(I.prototype,{constructor:{configurable:!0,value:Sn(y,null).constructor},
type:{configurable:!0,value:Vo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Le("__b",function(e,t){if(Qe(),Oe=void 0,typeof t.type=="string"){var n,r=t.props;for(var i in r)
if(i!=="children"){var s=r[i];s instanceof I&&(n||(t.__np=n={}),n[i]=s,r[i]=s.peek())}}e(t)});Le("__r",function(e,t){if(e(
t),t.type!==y){Qe();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=(function(i,s){var a;return se(function(){
a=this},{name:s}),a.c=i,a})((function(i){return function(){var s;rs&&((s=this.y)==null||s.call(this)),i.__$f|=1,i.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Oe=r,Qe(n)}});Le("__e",function(e,t,n,r){Qe(),
Oe=void 0,e(t,n,r)});Le("diffed",function(e,t){Qe(),Oe=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var r=t.__np,
i=t.props,s=n.U;if(s)for(var a in s){var l=s[a];l===void 0||r&&a in r||(l.d(),s[a]=void 0)}if(r){s||(s={},n.U=s);for(var d in r){
var c=s[d],u=r[d];c===void 0?(c=is(n,d,u,i),s[d]=c):c.o(u,i)}}}e(t)});function is(e,t,n,r){var i=t in e&&e.ownerSVGElement===
void 0,s=U(n);return{o:function(a,l){s.value=a,r=l},d:se(function(){this.N=Go;var a=s.value.value;r[t]!==a&&(r[t]=a,i?e[t]=
a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Le("unmount",function(e,t){if(typeof t.type==
"string"){var n=t.__e;if(n){var r=n.U;if(r){n.U=void 0;for(var i in r){var s=r[i];s&&s.d()}}}var a=t.__np;if(a){var l=t.
props;for(var d in a)l[d]=a[d]}t.__np=void 0}else{var c=t.__c;if(c){c.__$f|=8;var u=c.__$u;u&&(c.__$u=void 0,u.d())}}e(t)});
Le("__h",function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)});re.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.
__$f;if(!(r||s||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!==
"__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function C(e,t){return ee(
function(){return U(e,t)},[])}function ye(e,t){var n=L(e);return n.current=e,Oe.__$f|=4,ee(function(){return ie(function(){
return n.current()},t)},[])}var ss=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
n),cancelAnimationFrame(r),e()},n=setTimeout(t,35),r=requestAnimationFrame(t)},as=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function ls(){Re(function(){for(var e;e=Ko.shift();)On.call(e)})}function cs(){Ko.push(this)===1&&($.
requestAnimationFrame||ss)(ls)}function ds(){Re(function(){for(var e;e=jo.shift();)On.call(e)})}function Go(){jo.push(this)===
1&&($.requestAnimationFrame||as)(ds)}function Et(e,t){var n=L(e);n.current=e;var r=Oe;O(function(){return se(function(){
if(this.N=cs,!(r&&8&r.__$f))return n.current()},t)},[])}var me=U(Date.now());function Yo(){window.setInterval(()=>{document.hidden||(me.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{me.value=Date.now()})}var et=U({path:window.location.pathname,search:window.location.search}),we=ie(()=>ps(et.value.path)),he=ie(()=>et.value.
search),tt=U(0);function ps(e){let[,t="",n="",r="",...i]=e.replace(/\/+$/,"").split("/");return i.length>0?{page:"unknow\
n"}:t===""&&n===""?{page:"overview"}:t==="addresses"&&n===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:n===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:Zo(n),name:Zo(r)}}function Z(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function X(e,t="push"){try{t==="replace"?window.history.replaceState(null,"",e):window.history.
pushState(null,"",e)}catch{}let{pathname:n,search:r}=new URL(e,window.location.origin);et.value={path:n,search:r},t==="p\
ush"&&tt.value++}function Xo(){window.addEventListener("popstate",()=>{let e=et.peek().path===window.location.pathname;et.
value={path:window.location.pathname,search:window.location.search},e||tt.value++}),document.addEventListener("click",us)}
function us(e){if(e.defaultPrevented||e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof
Element?e.target.closest("a"):null;if(t===null||!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;
let n=new URL(t.href,window.location.href),r=n.pathname===window.location.pathname&&n.hash!=="";n.origin!==window.location.
origin||r||(e.preventDefault(),X(n.pathname+n.search))}function Zo(e){try{return decodeURIComponent(e)}catch{return e}}var Dn="meshwork-token";function Fn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(fs(e[1]),X(window.location.pathname+window.location.search,"replace"),!0)}var Ln="";function fs(e){Ln=e;try{localStorage.
setItem(Dn,e)}catch{}}function Nt(){try{return localStorage.getItem(Dn)??Ln}catch{return Ln}}function Jo(e){window.addEventListener(
"storage",t=>{t.key===Dn&&e()}),window.addEventListener("hashchange",()=>{Fn()&&e()})}function Rt(e,t){let n={headers:{Authorization:`\
Bearer ${Nt()}`},cache:"no-store"};return t!==void 0&&(n.signal=t),fetch(e,n)}var Qo=500,ms=5e3,hs=4e3,er=8e3,At=class{constructor(t,n){this.onUpdate=t;this.topics=n}onUpdate;topics;phase=U("connect\
ing");reconnected=U(!1);heard=U(Date.now());silence;socket;pause=Qo;retry;wasOpen=!1;open(){if(window.clearTimeout(this.
retry),window.clearTimeout(this.silence),this.leave(),Nt()===""){this.phase.value="refused";return}let t=new URL("/api/w\
atch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let n;try{n=new WebSocket(t,["meshwork.dev",Nt()])}catch{
this.phase.value="refused";return}this.socket=n,this.awaitMessage(),n.onopen=()=>this.opened(n),n.onmessage=r=>this.received(
r.data),n.onclose=()=>{this.socket===n&&this.closed()}}send(t){this.socket?.readyState===WebSocket.OPEN&&this.socket.send(
JSON.stringify(t))}awaitMessage(){window.clearTimeout(this.silence),this.silence=window.setTimeout(()=>{this.phase.value=
"silent",this.open()},er)}hear(){this.heard.value=Date.now(),this.awaitMessage()}opened(t){this.hear(),this.pause=Qo;for(let n of this.
topics())t.send(JSON.stringify({subscribe:n}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.
value=!1},hs)),this.wasOpen=!0,this.phase.value="open"}received(t){if(this.hear(),typeof t!="string")return;let n;try{n=
JSON.parse(t)}catch{return}typeof n?.topic=="string"&&n.topic!==""&&this.onUpdate(n)}leave(){let t=this.socket;this.socket=
void 0,t?.close()}async closed(){this.socket=void 0,window.clearTimeout(this.silence);let t=await gs();this.socket===void 0&&
(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.pause=Math.min(ms,this.
pause*1.6)))}};async function gs(){try{return(await Rt("/api/session",AbortSignal.timeout(er))).status===401?"refused":"\
interrupted"}catch(e){return e instanceof DOMException&&e.name==="TimeoutError"?"silent":"ended"}}var vs=2e3,bs=4,Ot=class{constructor(t,n,r,i=()=>performance.now()){this.send=t;this.schedule=n;this.linger=r;this.now=i}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let n=this.topics.has(t),r=this.topic(t);r.subscribers++,n||this.send({subscribe:t});let i=!1,s=()=>{i||(i=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:s}}dropOldest(){let t=[...this.topics].filter(
([,n])=>n.subscribers===0);for(let[n,r]of t.slice(0,-bs))this.drop(n,r)}drop(t,n){n.subscribers>0||this.topics.get(t)!==
n||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let n=new Set;for(let r of t){
let i=this.topics.get(r.topic);i!==void 0&&(this.change(i,r),n.add(i))}Re(()=>{for(let r of n)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,n){let r=this.now();n.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[i,
s]of t.changed)r-s>vs&&t.changed.delete(i);for(let i of n.remove??[])t.entries.delete(i),t.changed.delete(i);for(let[i,s]of Object.
entries(n.set??{}))t.entries.set(i,s),n.reset!==!0&&t.changed.set(i,r)}topic(t){let n=this.topics.get(t);if(n===void 0){
let r=new Map,i=new Map;n={entries:r,changed:i,state:U({loaded:!1,entries:r,changed:i}),subscribers:0},this.topics.set(t,
n)}return n}};function D(e,t){return e.entries.get(t)}function H(e,t){return ae(e,t).map(([,n])=>n)}function ae(e,t){let n=`${t}\
/`,r=[];for(let[i,s]of e.entries)i.startsWith(n)&&r.push([i.slice(n.length),s]);return r}var xs=250,ys=2e4;function ws(e){let t=window.requestAnimationFrame(()=>{window.clearTimeout(n),e()}),n=window.setTimeout(
()=>{window.cancelAnimationFrame(t),e()},xs)}var zn=new Ot(e=>V.send(e),ws,e=>{window.setTimeout(e,ys)}),V=new At(e=>zn.
receive(e),()=>zn.names()),tr={loaded:!1,entries:new Map,changed:new Map};function le(e){let t=C(void 0),n=C(tr);return O(
()=>{let r=zn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.end()}},[e]),Et(()=>{n.value=t.value?.value??tr}),
n}var nr="meshwork-theme",Lt=["system","light","dark"],ge=U(_s());function or(){ge.value=Lt[(Lt.indexOf(ge.value)+1)%Lt.length]??
"system"}function rr(){se(()=>{document.documentElement.dataset.theme=ge.value;try{localStorage.setItem(nr,ge.value)}catch{}})}
function _s(){try{let e=localStorage.getItem(nr);return Lt.find(t=>t===e)??"system"}catch{return"system"}}var ks=0;function o(e,t,n,r,i,s){t||(t={});var a,l,d=t;if("ref"in d)for(l in d={},t)l=="ref"?a=t[l]:d[l]=t[l];var c={type:e,props:d,
key:n,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--ks,__i:-1,__u:0,__source:i,__self:s};if(typeof e==
"function"&&(a=e.defaultProps))for(l in a)d[l]===void 0&&(d[l]=a[l]);return $.vnode&&$.vnode(c),c}function j({title:e,children:t,aside:n,id:r,kind:i=""}){let s=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return o(
"section",{class:`panel ${i}`,"aria-labelledby":s,id:r,children:[o("header",{class:"panel-head",children:[o("h2",{id:s,children:e}),
n]}),t]})}function R({title:e,children:t}){return o("div",{class:"nothing",children:[o("p",{class:"nothing-title",children:e}),
t!==void 0&&o("p",{children:t})]})}function K({lines:e=4,label:t}){return o("div",{class:"skeleton",role:"status",children:[
o("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(n,r)=>o("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Ss=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function k(e,t="nothing"){return e.replace(Ss,n=>t==="lines"&&(n===`
`||n==="	")?n:n===`
`?" \u23CE ":`\u27E8U+${(n.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function ir(e,t){let n=Date.
parse(e);if(Number.isNaN(n)||n<=0)return"";let r=In(Math.abs(t-n));return n>t+1e3?`in ${r}`:`${r} ago`}function In(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let n=Math.floor(t/60);if(n<120)return`${n}m`;let r=Math.floor(n/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function _e(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function x(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Ms(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Ms(e){
let t=e.toString(2),n=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(n)?"":"\u2248 "}${$s(n)}`}function $s(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function z(e,t,n=`${t}\
s`){return`${x(e)} ${e===1?t:n}`}function Un(e,t){if(e.length<=t)return e;let n=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-n)}\u2026${e.slice(e.length-n)}`}var Cs={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function P({
shape:e,color:t,label:n}){let r=n===void 0?{"aria-hidden":!0}:{role:"img","aria-label":n};return o("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:o("path",{d:Cs[e]})})}var sr={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function G({
mark:e}){let t=sr[e??"Neutral"]??sr.Neutral;return o(P,{...t})}function De({tone:e}){return o(G,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var Hn={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"cauti\
on",word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Confl\
ict"},NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},
NotInMesh:{shape:"dash",color:"neutral",word:"Not in mesh"}};function ar(e){return Hn[e]?.word??e}function Dt({state:e}){
let t=Hn[e]??Hn.Unknown;return o("span",{class:`state ${t.color}`,children:[o(P,{shape:t.shape,color:t.color}),o("span",
{children:t.word})]})}function f({value:e}){return o("bdi",{children:k(e)})}function ve({value:e}){let t=k(e);return o("bdi",{class:"name",title:t,
children:t})}function ce({time:e}){return e===""?null:o("time",{dateTime:e,title:k(e),children:ir(e,me.value)})}function nt({namespace:e,service:t}){return e===void 0||t===void 0?"":`${e}/${t}`}function Ft({address:e}){let{namespace:t,
service:n}=e;return t===void 0||n===void 0?null:o("a",{href:Z(t,n),children:o(f,{value:nt(e)})})}function ot(e){return e.includes(":")?Ps(e):Ts(e)}function Ts(e){let t=e.split(".");if(!(t.length!==4||t.some(n=>!/^\d{1,3}$/.
test(n)||Number(n)>255)))return t.reduce((n,r)=>n<<8n|BigInt(r),0n)}function Ps(e){let t=e.split("::");if(t.length>2)return;
let n=t.map(l=>l===""?[]:l.split(":")),[r=[],i=[]]=n,s=t.length===2?8-r.length-i.length:0,a=[...r,...Array.from({length:Math.
max(0,s)},()=>"0"),...i];if(!(a.length!==8||a.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return a.reduce((l,d)=>l<<16n|BigInt(
`0x${d}`),0n)}function lr(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(s=>e>>s&255n).join(".");let n=Array.from({length:8},
(s,a)=>(e>>BigInt(112-16*a)&0xffffn).toString(16)),{start:r,length:i}=Es(n);return i<2?n.join(":"):`${n.slice(0,r).join(
":")}::${n.slice(r+i).join(":")}`}function Es(e){let t={start:0,length:0},n=0;return e.forEach((r,i)=>{r!=="0"?n=i+1:i-n+
1>t.length&&(t={start:n,length:i-n+1})}),t}var Bn=200,cr={Used:{word:"Used",color:"neutral",shape:"dot"},CoolingDown:{word:"Cooling down",color:"caution",shape:"cl\
ock"},Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};
function dr({addresses:e}){let t=C(Bn),n=new URLSearchParams(he.value).get("q")??"",r=e.filter(s=>Rs(s).includes(n.trim().
toLowerCase())).sort(As),i=s=>X(s===""?"/addresses":`/addresses?q=${encodeURIComponent(s)}`,"replace");return o(j,{title:"\
All addresses",aside:o("label",{class:"search",children:[o("span",{class:"unseen",children:"Search addresses"}),o("input",
{type:"search",placeholder:"Search address or Service",value:n,spellcheck:!1,autocomplete:"off",onInput:s=>i(s.currentTarget.
value)})]}),children:[o("p",{class:"quiet",children:[x(r.length)," of ",x(e.length)," addresses"]}),o("div",{class:"tabl\
e-box",tabIndex:0,role:"region","aria-label":"Addresses",children:o("table",{class:"address-table",children:[o("thead",{
children:o("tr",{children:["Address","State","Service","Mesh","Range"].map(s=>o("th",{scope:"col",children:s},s))})}),o(
"tbody",{children:r.slice(0,t.value).map(s=>o(Ns,{address:s},`${s.mesh} ${s.ip}`))})]})}),r.length>t.value&&o("button",{
type:"button",class:"button",onClick:()=>{t.value+=Bn},children:["Show ",x(Math.min(Bn,r.length-t.value))," more"]})]})}
function Ns({address:e}){let t=cr[e.state]??cr.Reserved;return o("tr",{children:[o("td",{class:"ip",children:o(f,{value:e.
ip})}),o("td",{children:o("span",{class:`state ${t.color}`,children:[o(P,{shape:t.shape,color:t.color}),t.word]})}),o("t\
d",{children:o(Ft,{address:e})}),o("td",{children:o(f,{value:e.mesh})}),o("td",{children:o(f,{value:e.range})})]})}function Rs(e){
return`${e.ip} ${nt(e)} ${e.mesh} ${e.state}`.toLowerCase()}function As(e,t){let[n,r]=[ot(e.ip)??0n,ot(t.ip)??0n];return n<
r?-1:n>r?1:0}function zt(e){let t=L(null),n=C(0);return Ye(()=>{let r=t.current;if(r===null)return;let i=new ResizeObserver(()=>{n.value=
r.clientWidth});return i.observe(r),n.value=r.clientWidth,()=>i.disconnect()},[e]),{box:t,width:n}}var It=1024n,Os=1n<<20n,Ls=256n;function pr(e,t){let n=Ds(e);if(n===void 0)return;let r=t.map(u=>({address:u,offset:Fs(u)})).
filter(({offset:u})=>u>=0n&&u<n.size);if(r.length===0&&n.size>It)return;let i=zs(n.size,r.map(({offset:u})=>u)),s=i.size<=
It?1n:(i.size+It-1n)/It,a=new Map;for(let{address:u,offset:g}of r){let p=Number((g-i.first)/s),m=a.get(p);m===void 0?a.set(
p,[u]):m.push(u)}let l=u=>lr(n.first+u,e.family),d=Number((i.size+s-1n)/s);return{cells:Array.from({length:d},(u,g)=>{let p=i.
first+BigInt(g)*s,m=qn(p+s,i.first+i.size)-1n,b=a.get(g)??[];return{first:l(p),last:l(m),kind:Is(b),addresses:b,density:Us(
b.length,s)}}),perCell:s,first:l(i.first),last:l(i.first+i.size-1n),whole:i.size===n.size}}function Ds(e){let t=ot(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function Fs(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function zs(e,t){if(e<=Os)return{first:0n,size:e};let n=t.reduce((s,a)=>qn(s,a),t[0]??0n),r=t.reduce((s,a)=>a>s?a:s,0n),
i=Ls;for(;i<e&&n/i!==r/i;)i*=2n;return{first:n/i*i,size:qn(i,e)}}function Is(e){return e.some(t=>t.state==="Used")?"used":
e.some(t=>t.state==="CoolingDown")?"coolingDown":e.length>0?"reserved":"free"}function Us(e,t){if(e===0)return 0;if(t===
1n)return 4;let n=e/Number(t);return n>.75?4:n>.5?3:n>.25?2:1}function qn(e,t){return e<t?e:t}function ur(e,t,n,r){let i={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return n-
1;let s=i[e];if(s===void 0)return;let a=t+s;return a>=0&&a<n?a:Math.max(0,t)}function fr({range:e,addresses:t,index:n}){let r=pr(e,t);return o("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[o("header",{class:"range-head",children:[o("h2",{children:o(f,{value:e.cidr})}),o("sp\
an",{class:"tag",children:["Mesh ",o(f,{value:e.mesh})]}),o("p",{class:"range-numbers",children:[o("strong",{children:x(
e.used)})," used, ",o("strong",{children:x(e.coolingDown)})," cooling down,"," ",o("strong",{children:x(e.available)}),"\
 available of ",x(e.size)]})]}),e.message!==void 0&&o("p",{class:"range-message",children:[o(P,{shape:"warning",color:"c\
aution"}),o("span",{children:o(f,{value:e.message})})]}),r!==void 0&&o(Hs,{map:r,range:e,index:n}),r===void 0&&e.message===
void 0&&o("p",{class:"quiet",children:"No address of this range is in use."})]})}function Hs({map:e,range:t,index:n}){let r=C(
-1),i=C(-1),s=ye(()=>i.value>=0?i.value:r.value),{box:a,width:l}=zt(),d=Bs(e.cells.length,l.value),c=Math.min(20,Math.floor(
l.value/d*10)/10),u=Math.ceil(e.cells.length/d),g=b=>`range-${n}-cell-${b}`,p=b=>{let v=ur(b.key,r.value,e.cells.length,
d);v!==void 0&&(b.preventDefault(),r.value=v)},m=b=>{let v=b.target instanceof Element?b.target.closest("[data-cell]"):null;
return Number(v?.getAttribute("data-cell")??-1)};return o("div",{class:"map",ref:a,children:[o("svg",{class:"map-cells",
width:d*c,height:u*c,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,"aria-activedescendant":r.
value>=0?g(r.value):void 0,onKeyDown:p,onPointerOver:b=>{i.value=m(b)},onPointerLeave:()=>{i.value=-1},onClick:b=>{r.value=
m(b)},onFocus:()=>{r.value<0&&(r.value=0)},children:[o(Ws,{index:n}),l.value>0&&e.cells.map((b,v)=>o("rect",{id:g(v),"da\
ta-cell":v,role:"option","aria-selected":v===r.value,"aria-label":Ks(b,e.perCell),class:`map-cell ${b.kind} density-${b.
density}`,x:v%d*c+1,y:Math.floor(v/d)*c+1,width:c-2,height:c-2,rx:"2",fill:qs(b,n)},v)),s.value>=0&&o("rect",{class:"map\
-cursor",x:s.value%d*c,y:Math.floor(s.value/d)*c,width:c,height:c,rx:"3"})]}),o("p",{class:"map-scale quiet",children:[e.
first," to ",e.last,e.perCell>1n?`, ${x(e.perCell.toString())} addresses in a cell`:", one address in a cell",!e.whole&&
"; only the part of the range that is in use"]}),o(js,{cell:e.cells[s.value],perCell:e.perCell,name:t.cidr})]})}function Bs(e,t){
let n=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=n&&t/r>=10)??16}function qs(e,t){return e.kind==="coolingDown"?`ur\
l(#cooling-down-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function Ws({index:e}){return o("defs",{children:[
o("pattern",{id:`cooling-down-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"rotate(45)",children:[
o("rect",{class:"pattern-ground",width:"5",height:"5"}),o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]}),o(
"pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[o("rect",{class:"pattern-grou\
nd",width:"4",height:"4"}),o("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var Kn={free:"free",used:"use\
d",coolingDown:"cooling down",reserved:"reserved"};function Ks(e,t){let n=e.first===e.last?e.first:`${e.first} to ${e.last}`;
if(t>1n)return`${n}: ${e.addresses.length===0?Kn[e.kind]:`${z(e.addresses.length,"address","addresses")} taken`}`;let r=e.
addresses[0]===void 0?"":nt(e.addresses[0]),i=r===""?"":` by ${k(r)}`;return`${n}: ${Kn[e.kind]}${i}`}var Wn=6;function js({
cell:e,perCell:t,name:n}){return e===void 0?o("p",{class:"readout quiet",children:["Point at a cell of ",n,", or use the\
 arrow keys, to see who has its addresses."]}):o("p",{class:"readout",children:[o("strong",{children:e.first===e.last?e.
first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?Kn[e.kind]:`${x(e.addresses.length)} of ${x(t.toString())}\
 taken`,e.addresses.slice(0,Wn).map(r=>o("span",{class:"value",children:[t>1n&&o(y,{children:[r.ip," "]}),o(Ft,{address:r})]},
r.ip)),e.addresses.length>Wn&&o("span",{class:"value quiet",children:["and ",e.addresses.length-Wn," more"]})]})}function mr(){let e=le("addresses").value,t=H(e,"range").sort((r,i)=>`${r.mesh} ${r.family} ${r.cidr}`<`${i.mesh} ${i.family}\
 ${i.cidr}`?-1:1),n=H(e,"address");return o("div",{class:"page addresses",children:[o("div",{class:"page-head",children:[
o("h1",{children:"Addresses"}),t.length>0&&o(Vs,{})]}),!e.loaded&&o(K,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&o(R,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",o("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,i)=>o(fr,{range:r,index:i,addresses:n.filter(s=>s.range===
r.cidr&&s.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),n.length>0&&o(dr,{addresses:n})]})}function Vs(){return o("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","cooling-down","reserved"].map(e=>o("li",{children:[o("\
svg",{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[o("defs",{children:o("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[o("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?o("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),o("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var jn={color:"unknown",word:""},Ut=U(jn);function Fe({color:e,word:t}){O(()=>{Ut.value={color:e,word:t}},[e,t]),O(()=>()=>{
Ut.value=jn},[])}function Ht(e){return e===void 0?jn:e===0?{color:"good",word:""}:{color:"bad",word:e===1?"1 problem":`${e}\
 problems`}}var Gs=2e3;function be({text:e,label:t="Copy",title:n}){let r=C(""),i=async()=>{try{await navigator.clipboard.writeText(
e),r.value="Copied"}catch{r.value="Not copied"}window.setTimeout(()=>{r.value=""},Gs)};return o("button",{type:"button",
class:"button small",title:n===void 0?void 0:k(n),onClick:()=>{i()},children:o("span",{"aria-live":"polite",children:r.value||
t})})}function ze({document:e}){return o("div",{class:"document",children:e.blocks.map((t,n)=>o(Ys,{block:t},n))})}function Ys({
block:e}){let t=e.text??"";switch(e.kind){case"headline":return o("p",{class:"headline",children:[o(G,{mark:e.mark}),o("\
span",{children:o(f,{value:t})})]});case"heading":return o("h3",{children:o(f,{value:t})});case"item":return o("div",{class:"\
item",children:[o(G,{mark:e.mark}),o("span",{class:"item-label",children:o(f,{value:e.label??""})}),o("span",{class:"ite\
m-text",children:o(f,{value:t})})]});case"table":return o(Zs,{rows:e.rows??[]});case"command":return o(rt,{text:t});case"\
remark":return o("p",{class:"remark",children:o(f,{value:t})});case"paragraph":return o("p",{children:o(f,{value:t})});default:
return null}}function rt({text:e}){return o("div",{class:"command",children:[o("code",{children:o(f,{value:e})}),o(be,{text:e})]})}
function Zs({rows:e}){let[t,...n]=e;return t===void 0?null:o("div",{class:"table-box",tabIndex:0,role:"region","aria-lab\
el":`Table: ${t[0]??""}`,children:o("table",{children:[o("thead",{children:o("tr",{children:t.map((r,i)=>o("th",{scope:"\
col",children:o(f,{value:r})},i))})}),o("tbody",{children:n.map((r,i)=>o("tr",{children:r.map((s,a)=>o("td",{children:o(
f,{value:s})},a))},i))})]})})}var Xs=60;function hr({state:e}){let t=ae(e,"change").sort(([n],[r])=>Number(r)-Number(n)).slice(0,Xs);return o(j,{title:"\
Changes",kind:"changes",children:[!e.loaded&&o(K,{label:"changes"}),e.loaded&&t.length===0&&o(R,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),o("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([n,r])=>o(Js,{change:r},n))})]})}function Js({change:e}){return o("l\
i",{children:[o(De,{tone:e.tone}),o("time",{dateTime:e.time,children:_e(e.time)}),o("span",{children:[e.service!==""&&o(
"a",{href:Z(e.namespace,e.service),children:o(f,{value:`${e.namespace}/${e.service}`})})," ",o(f,{value:e.text})]})]})}var Qs={Yes:"Good",No:"Bad",Unknown:"Unclear"};function gr({manager:e}){return o(j,{title:"Manager",aside:o("span",{class:"\
quiet",children:["Namespace ",o(f,{value:e.namespace})]}),children:[o("div",{class:"item",children:[o(G,{mark:Qs[e.leads]}),
o("span",{class:"item-label",children:"Leader"}),o("span",{class:"item-text",children:[e.leader!==void 0&&o("strong",{class:"\
leader",children:o(f,{value:e.leader})})," ",o(f,{value:e.message})]})]}),e.deployments?.map(t=>o("div",{class:"item",children:[
o(G,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),o("span",{class:"item-label",children:"Deployment"}),o("span",{
class:"item-text",children:[o(f,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",t.images.map(n=>o("code",{class:"\
image",children:o(f,{value:n})},n))]})]},t.name))]})}function ke({shares:e,label:t}){let n=e.reduce((s,a)=>s+a.value,0),r=0,i=e.map(s=>`${x(s.value)} ${s.word}`).join(", ");
return o("svg",{class:"bar",role:"img","aria-label":`${t}: ${i}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
o("rect",{class:"track",width:"100",height:"6"}),n>0&&e.map(s=>{let a=s.value===0?0:Math.max(2,s.value/n*100),l=o("rect",
{class:`fill-${s.color}`,x:r,width:Math.min(a,100-r),height:"6"},s.word);return r+=a,l})]})}function br({mesh:e}){let t=e.conditions.filter(n=>!n.true);return o("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[o("header",{children:[o("h3",{children:o("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:o(
ve,{value:e.name})})}),o("span",{class:"quiet",children:z(e.meshServices??0,"MeshService")}),e.mtls!==void 0&&o("span",{
class:"tag",children:["mTLS ",o(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&o("span",{class:"state good",children:[
o(P,{shape:"check",color:"good"}),"Ready"]})]}),t.map(n=>o("div",{class:"item",children:[o(G,{mark:"Bad"}),o("span",{class:"\
item-label",children:o(f,{value:n.type})}),o("span",{class:"item-text",children:[o(f,{value:n.message??""})," ",o("span",
{class:"tag",children:o(f,{value:n.reason})})]})]},n.type)),o("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&o(vr,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&o(vr,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&o(ea,{certificates:e.
certificates})]})]})}function vr({family:e,usage:t}){let n=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return o(y,{children:[o("dt",{children:[e," addresses"]}),
o("dd",{class:"usage",children:[o(ke,{label:`${e} addresses`,shares:n}),o("a",{href:"/addresses",children:[x(t.used)," u\
sed, ",x(t.available)," available"]}),r&&o("span",{class:"state bad",children:[o(P,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function ea({certificates:e}){return o(y,{children:[o("dt",{children:"Certificates"}),o("dd",{children:[z(
e.pods,"Pod"),e.signingBackend!==void 0&&o(y,{children:[" from CA backend ",o("strong",{children:o(f,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&o(y,{children:["; the first expires ",o(ce,{time:e.firstExpiry})]}),(e.expired??0)>0&&o("span",{
class:"state bad",children:[o(P,{shape:"warning",color:"bad"}),x(e.expired??0)," expired"]}),e.rotation!==void 0&&o("p",
{class:"rotation",children:[o("span",{class:"tag",children:o(f,{value:e.rotation})})," ",o(f,{value:e.rotationMessage??""})]})]})]})}var ta=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"];function Ie(e){return ta.indexOf(e)}function xr({state:e,total:t}){let n=H(e,"problem").sort(na),r=Math.max(t,n.length),i=r>n.length&&o("a",{href:"/services\
?problem=true",children:["All ",x(r)]});return o(j,{title:"Problems",aside:o("span",{class:"quiet",children:i||n.length>
0&&x(n.length)}),children:[n.length===0&&o(R,{title:"Every Service is as it should be"}),o("ul",{class:"problems",children:n.
map(s=>o("li",{children:o("a",{href:Z(s.namespace,s.name),children:[o(Dt,{state:s.state}),o("span",{class:"problem-name",
children:o(f,{value:`${s.namespace}/${s.name}`})}),o("span",{class:"problem-text",children:o(f,{value:s.summary})})]})},
`${s.namespace}/${s.name}`))})]})}function na(e,t){return Ie(e.state)-Ie(t.state)||(`${e.namespace}/${e.name}`<`${t.namespace}\
/${t.name}`?-1:1)}var oa=["namespace","name","mesh","state","endpoints"],Se=["state","mesh","namespace","delegated","finding","problem"];var yr={column:"namespace",descending:!1};function wr(e){let t=new URLSearchParams(e),n=r=>t.get(r)??"";return{q:n("q"),
state:n("state"),mesh:n("mesh"),namespace:n("namespace"),delegated:n("delegated"),finding:n("finding"),problem:n("proble\
m")==="true"?"true":"",sort:ra(n("sort"))}}function _r(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let s of Se)
e[s]!==""&&t.set(s,e[s]);let{column:n,descending:r}=e.sort;(n!==yr.column||r)&&t.set("sort",(r?"-":"")+n);let i=t.toString();
return i===""?"":`?${i}`}function ra(e){let t=e.startsWith("-"),n=t?e.slice(1):e,r=oa.find(i=>i===n);return r===void 0?yr:
{column:r,descending:t}}function Vn(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function Gn(e,t,n){if(n==="")return!0;let r=Vn(e,t);return n==="*"?r.length>0:r.includes(
n)}function kr(e,t,n){let r=new Map(e);return t!==""&&t!=="*"&&!r.has(t)&&r.set(t,0),[...r].sort(([s],[a])=>s<a?-1:1).map(
([s,a])=>({value:s,count:a,label:n.get(s)??s}))}function Yn(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(
" ")} ${e.findings.join(" ")}`.toLowerCase()}function Zn(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}function Mr({counts:e}){return o("ul",{class:"tiles","aria-label":"Counts",children:ia(e).map(t=>o("li",{children:o("a",
{class:`tile ${t.color??""}`,href:t.href,children:[o("span",{class:"tile-label",children:t.label}),o("span",{class:"tile\
-value",children:[t.color!==void 0&&o(P,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),o("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function ia(e){let t=n=>e.compared?x(n):"unknown";return[{label:"\
Services",value:x(e.services),note:`${x(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:x(e.withProblem),
note:"Services",href:"/services?problem=true",...Xn(e.withProblem)},{label:"Online",value:x(e.online),note:"Services",href:"\
/services?state=Online"},{label:"Offline",value:x(e.offline),note:"Services",href:"/services?state=Offline"},{label:"Mis\
sing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...Sr(e.missing,e.compared)},{label:"In conf\
lict",value:t(e.conflicts),note:sa(e),href:"/services?state=Conflict",...Sr(e.conflicts,e.compared)},{label:"Delegated",
value:x(e.delegated),note:`${x(e.effective)} effective`,href:`/services?delegated=${"*"}`,...Xn(e.delegated-e.effective)}]}
function sa(e){return e.foreign===0?"MeshServices":`MeshServices; ${x(e.foreign)} not Meshwork's`}function Xn(e){return e>
0?{color:"bad"}:{}}function Sr(e,t){return t?Xn(e):{color:"caution"}}function $r(){let e=le("overview").value,t=D(e,"status"),n=D(e,"counts");Fe(Ht(n?.withProblem));let r=D(e,"manager"),i=H(
e,"mesh").sort((s,a)=>s.name<a.name?-1:1);return o("div",{class:"page overview",children:[o("div",{class:"overview-head",
children:[o("h1",{class:"unseen",children:"Overview"}),t!==void 0?o(aa,{status:t}):o(K,{label:"the overview",lines:2})]}),
n!==void 0&&o(Mr,{counts:n}),o("div",{class:"columns",children:[o("div",{class:"column",children:[e.loaded&&o(xr,{state:e,
total:n?.withProblem??0}),o(j,{title:"Meshes",children:[i.map(s=>o(br,{mesh:s},s.name)),e.loaded&&i.length===0&&o(R,{title:"\
No Mesh found",children:"A Service needs a Mesh to be in one."}),!e.loaded&&o(K,{label:"Meshes",lines:5})]})]}),o("div",
{class:"column",children:[r!==void 0&&o(gr,{manager:r}),o(hr,{state:e})]})]}),t!==void 0&&o("details",{class:"panel as-t\
ext",children:[o("summary",{children:"As text"}),o(ze,{document:t.document})]})]})}function aa({status:e}){let t=e.document.
blocks.find(i=>i.kind==="headline"),n=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Prob\
lems found.");return o("p",{class:`health ${n.toLowerCase()}`,"data-testid":"health",children:[o(G,{mark:n}),o("span",{children:o(
f,{value:r})})]})}var la={title:"600 12px",plain:"400 12px",small:"400 11.5px"},ca=5e3,Bt=new Map,qt;function Pe(e,t){let n=`${t} ${e}`,r=Bt.
get(n);if(r===void 0){if(qt??=document.createElement("canvas").getContext("2d"),qt===null)return e.length*7;qt.font=`${la[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=qt.measureText(e).width,Bt.size>=ca&&Bt.clear(),Bt.set(n,r)}return r}function J(e,t,n){
let r=k(e);if(Pe(r,n)<=t)return r;let[i,s]=[3,r.length];for(;i<s;){let a=Math.ceil((i+s)/2);Pe(Un(r,a),n)<=t?i=a:s=a-1}return Un(
r,i)}var Cr=450,da=100,pa=window.matchMedia("(prefers-reduced-motion: reduce)");function Wt(e){let t=L(new Map),n=L(new Map),
r=C(0);r.value;let i=new Map(e.map(l=>[l.id,l])),s=pa.matches?[]:[...t.current].filter(([l])=>!i.has(l));if(s.length<=da)
for(let[l,d]of s)n.current.set(l,{node:d,until:performance.now()+Cr});for(let[l,d]of n.current)(i.has(l)||d.until<=performance.
now())&&n.current.delete(l);t.current=i;let a=n.current.size;return O(()=>{if(a===0)return;let l=window.setTimeout(()=>{
r.value++},Cr+20);return()=>window.clearTimeout(l)},[a,s.length]),[...n.current.values()].map(l=>l.node)}function Tr(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.meshServices,...e.endpoints.endpoints]}var ua={
ArrowRight:[1,0],ArrowLeft:[-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Pr(e,t,n){if(e==="Home")return n[0]?.id;if(e===
"End")return n.at(-1)?.id;let r=ua[e],i=n.find(a=>a.id===t);if(r===void 0||i===void 0)return;let s;for(let a of n){if(a.
id===t)continue;let[l,d]=fa(i,a,r),c=l+d*3;l>0&&(s===void 0||c<s.cost)&&(s={id:a.id,cost:c})}return s?.id}function fa(e,t,[
n,r]){let i=t.x-e.x,s=t.y+t.height/2-e.y-e.height/2;return n!==0?[i*n,Math.abs(s)]:[s*r,Math.abs(i)]}var w={service:"service",meshServices:"meshServices",meshService:e=>`meshService/${e}`,manager:e=>`manager/${e}`,slice:e=>`\
slice/${e}`,zone:e=>`zone/${e}`,node:(e,t)=>`node/${e}/${t}`,endpoint:e=>`endpoint/${e}`};function Nr(e,t){let n=H(t,"me\
shService").sort((r,i)=>Er(r)-Er(i)||Jn(r,i));return{service:e,meshServices:n,byPod:new Map(n.flatMap(r=>r.pod===void 0?
[]:[[r.pod,r]])),slices:H(t,"slice").sort((r,i)=>Number(i.ours)-Number(r.ours)||Kt(r.manager,i.manager)||Jn(r,i)),endpoints:H(
t,"endpoint").sort((r,i)=>Kt(r.zone,i.zone)||Kt(r.node,i.node)||Jn(r,i))}}function jt(e){return e.state==="Exists"&&e.online>
0}function Ee(e,t){if(!e.service.headless)return e.meshServices;let n=e.byPod.get(t.name);return n===void 0?[]:[n]}function Vt(e){
return{ready:e.filter(t=>t.state==="Ready").length,all:e.length}}var He={Ready:"ready",NotReady:"not ready",TerminatingServing:"\
terminating, still serving",Terminating:"terminating"},Gt={"":"",New:", of the new template",Old:", of the old template"};
function Er(e){return e.state!=="Exists"?0:e.online>0?2:1}function Jn(e,t){return Kt(e.name,t.name)}function Kt(e,t){return e<
t?-1:e>t?1:0}function Rr(e,t){let n=new Set;if(t===""||t===w.service)return n;let r=ma(e,t),i=e.slices.find(a=>w.slice(a.name)===t),s=e.
meshServices.find(a=>w.meshService(a.name)===t);if(r.length===0&&i===void 0&&s===void 0)return n;n.add(w.service).add(t);
for(let a of r)ha(n,e,a,t);if(i!==void 0&&n.add(w.manager(i.manager)),!e.service.headless)for(let a of e.meshServices)Or(
n,a,t);return s!==void 0&&n.add(w.meshServices),n}function Ar(e,{from:t,to:n}){return e.has(t)&&e.has(n)}function ma(e,t){
let n=e.meshServices.find(r=>w.meshService(r.name)===t);return n!==void 0?e.endpoints.filter(r=>Ee(e,r).includes(n)):e.endpoints.
filter(r=>w.endpoint(r.name)===t||w.node(r.zone,r.node)===t||w.zone(r.zone)===t||r.slices.some(i=>w.slice(i)===t))}function ha(e,t,n,r){
e.add(w.endpoint(n.name)).add(w.node(n.zone,n.node)).add(w.zone(n.zone));for(let i of t.slices)(r.startsWith("slice/")?w.
slice(i.name)===r:n.slices.includes(i.name))&&e.add(w.slice(i.name)).add(w.manager(i.manager));for(let i of Ee(t,n))Or(e,
i,r)}function Or(e,t,n){n.startsWith("meshService/")&&w.meshService(t.name)!==n||e.add(w.meshService(t.name)).add(w.meshServices)}function te(e,t){let n=e.startsWith("endpointslicemirroring-controller.");return t?n?"Meshwork mirroring":"Meshwork":e===
"endpointslice-controller.k8s.io"?"Kubernetes default":e==="endpointslicemirroring-controller.k8s.io"?"Kubernetes mirror\
ing":e===""?"no manager":e}function Qn({state:e,size:t=12}){let n=t/2;return o("g",{class:`symbol symbol-${e}`,children:[o("rect",{class:"symbol-ou\
tline",x:-n,y:-n,width:t,height:t}),o("rect",{class:"symbol-fill",x:-n,y:-n,width:t,height:t}),o("path",{class:"symbol-b\
ar",d:`M${-n+2.5} 0H${n-2.5}`})]})}var ga=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function Lr({rolling:e}){return o("ul",{class:"legend","aria-label":"Legend",
children:[ga.map(([t,n])=>o("li",{children:[o("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:o(
Qn,{state:t})}),n]},t)),e&&["new","old"].map(t=>o("li",{children:[o("svg",{class:`${t}-pod`,viewBox:"0 0 18 18",width:"1\
8",height:"18","aria-hidden":!0,children:o("rect",{class:"hit",x:"1",y:"1",width:"16",height:"16",rx:"4"})}),t," Pod"]},
t))]})}function Yt({id:e,x:t,y:n,emphasis:r,tab:i,label:s,kind:a,enters:l,leaves:d,children:c}){let u=d?"leaves":l?"enters":"";
return o("g",{class:`node ${a} ${r}`,style:{transform:`translate(${t}px, ${n}px)`},"data-node":d?void 0:e,...d?{"aria-hi\
dden":!0}:{role:"button",tabindex:i?0:-1},children:[o("title",{children:s}),o("g",{class:u,children:c})]})}function Dr({
node:e,emphasis:t,tab:n}){let{value:r,width:i,height:s}=e,a=r.healthy?"good":r.inMesh?"caution":"neutral";return o(Yt,{id:e.
id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`service-node ${a}`,enters:!1,leaves:!1,label:`Service ${k(r.name)}, ${r.inMesh?`in\
 Mesh ${k(r.mesh)}`:"not in a mesh"}`,children:[o("rect",{class:"box",width:i,height:s,rx:"8"}),o("rect",{class:"stripe",
width:"4",height:s-16,x:"0",y:"8",rx:"2"}),o("text",{class:"title",x:"14",y:"26",children:J(r.name,i-22,"title")}),o("te\
xt",{class:"sub",x:"14",y:"45",children:J(r.headless?"headless":r.type,i-22,"small")})]})}var va=30;function eo({node:e,
emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:s,width:a,height:l}=e,d=jt(s),c=l<va,u=s.state==="Exists"?s.availability??
"no status":s.state,g=s.state!=="Exists"?"bad":d?"good":"caution";return o(Yt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`\
meshservice-node ${g} ${c?"line":""}`,enters:r,leaves:i,label:`MeshService ${k(s.name)}, ${u}, ${s.online} online, ${s.offline}\
 offline`,children:[o("rect",{class:"box",width:a,height:l,rx:"6"}),o("g",{transform:`translate(0 ${c?-17:0})`,children:[
o("path",{class:"state-sign",d:g==="good"?"M10 28l3 3 5.5-6":g==="bad"?"M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),!c&&o(
"text",{class:"sub",x:"24",y:"32",children:J(`${u}, ${s.online}/${s.online+s.offline}`,a-32,"small")})]}),c?o("text",{class:"\
title",x:"24",y:"15",children:J(s.name,a-32,"plain")}):o("text",{class:"title",x:"10",y:"17",children:J(s.name,a-20,"tit\
le")})]})}function to({node:e,emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:s,width:a,height:l}=e,d=s.warnings.length>
0;return o(Yt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`slice-node ${s.ours?"ours":""} ${d?"warned":""}`,enters:r,leaves:i,
label:`EndpointSlice ${k(s.name)} of ${k(te(s.manager,s.ours))}, ${s.addressType}, ${z(s.endpoints,"endpoint")}, ${s.ready}\
 ready${d?", with warnings":""}`,children:[o("rect",{class:"box",width:a,height:l,rx:"6"}),o("text",{class:"title",x:"10",
y:"17",children:J(s.name,a-(d?38:20),"title")}),o("text",{class:"sub",x:"10",y:"32",children:J(`${s.addressType}, ${s.endpoints===
0?"no endpoints":`${s.ready} of ${s.endpoints} ready`}`,a-20,"small")}),d&&o("path",{class:"warning-sign",d:`M${a-16} 7l\
6 10.500h-12zM${a-16} 11v3`})]})}var ba={"":"",New:"new-pod",Old:"old-pod"},it=class extends re{shouldComponentUpdate(t){
let{props:n}=this;return t.node.value!==n.node.value||t.node.x!==n.node.x||t.node.y!==n.node.y||t.node.width!==n.node.width||
t.emphasis!==n.emphasis||t.tab!==n.tab||t.detailed!==n.detailed||t.leaves!==n.leaves}render({node:t,emphasis:n,tab:r,enters:i,
leaves:s=!1,detailed:a}){let{value:l,width:d,height:c}=t,u=l.warnings.length>0||l.certificate?.outcome==="Warning",g=l.addresses[0]??
"",p=d-32,m=ya(p,l.name,g);return o(Yt,{id:t.id,x:t.x,y:t.y,emphasis:n,tab:r,kind:`endpoint-node ${a?"":"compact"} ${ba[l.
rollout]??""}`,enters:i,leaves:s,label:`${l.pod?"Pod":"Endpoint"} ${k(l.name)}, ${He[l.state]??l.state}${Gt[l.rollout]??
""}, Node ${k(l.node)||"unknown"}${u?", with warnings":""}`,children:[o("rect",{class:"hit",width:d,height:c,rx:"4"}),o(
"g",{transform:a?"translate(11 12)":`translate(${d/2} ${c/2})`,children:o(Qn,{state:l.state,size:a?12:10})}),a&&o("text",
{class:"title",x:"25",y:"16",children:J(l.name,m??p,"plain")}),a&&m!==void 0&&o("text",{class:"sub address",x:d-6,y:"16",
children:k(g)}),a&&u&&o("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},xa=110;function ya(e,t,n){let r=e-Pe(k(
n),"small")-8;return n!==""&&n!==t&&r>=Math.min(xa,Pe(k(t),"plain"))?r:void 0}function Ur({layout:e,path:t,chosen:n,hovered:r,pinned:i,onPin:s,name:a}){let l=C("service"),d=L(!1);O(()=>{d.current=!0},
[]);let c=L(null),u=h=>h===n?"chosen":t.size===0?"":t.has(h)?"lit":"dim",g=h=>s(i===h?"":h),p=[...e.meshServices,...e.endpoints.
meshServices],m=Tr(e),b=m.some(h=>h.id===l.value)?l.value:"service",v=h=>({emphasis:u(h),tab:h===b,enters:d.current}),_=h=>{
let pe=Zt(h);if(h.key==="Enter"||h.key===" ")g(pe);else if(h.key==="Escape")s(""),r.value="";else{let vn=Pr(h.key,pe,m);
if(vn===void 0)return;l.value=vn,c.current?.querySelector(`[data-node="${CSS.escape(vn)}"]`)?.focus()}h.preventDefault()},
T=h=>{r.value=h,h!==""&&(l.value=h)},{width:S,height:A}=e,oe=[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]],
Y=new Set(p.filter(h=>h.value.state==="Conflict").map(h=>h.id)),M=Wt(e.endpoints.endpoints),B=Wt(e.slices),q=Wt(p),$e={emphasis:"",
tab:!1,enters:!1,leaves:!0};return o("svg",{ref:c,class:"drawing",width:S,height:A,viewBox:`0 0 ${S} ${A}`,role:"group",
"data-testid":"drawing","aria-label":`Drawing of Service ${k(a)}. The arrow keys move, Enter keeps the details.`,onKeyDown:_,
onPointerOver:h=>{h.pointerType==="mouse"&&(r.value=Zt(h))},onPointerLeave:()=>{r.value=""},onFocusIn:h=>{wa(h)&&T(Zt(h))},
onFocusOut:()=>{r.value=""},onClick:h=>{r.value="",g(Zt(h))},children:[e.columns.map(h=>o(ka,{title:h,empty:_a(e,h.label)},
h.label)),oe.map(h=>o(Sa,{frame:h,emphasis:u(h.id)},h.id)),e.below&&o(Fr,{edges:e.edges.filter(h=>!zr(h)),path:t,conflicts:Y}),
e.endpoints.zones.map(h=>o(Ir,{frame:h,kind:"zone",emphasis:u(h.id)},h.id)),e.endpoints.nodes.map(h=>o(Ir,{frame:h,kind:"\
knode",emphasis:u(h.id)},h.id)),o(Fr,{edges:e.below?e.edges.filter(zr):e.edges,path:t,conflicts:Y}),o(Dr,{node:e.service,
...v("service")}),p.map(h=>o(eo,{node:h,...v(h.id)},h.id)),e.slices.map(h=>o(to,{node:h,...v(h.id)},h.id)),e.endpoints.endpoints.
map(h=>o(it,{node:h,detailed:e.endpoints.detailed,...v(h.id)},h.id)),q.map(h=>o(eo,{node:h,...$e},`gone ${h.id}`)),B.map(
h=>o(to,{node:h,...$e},`gone ${h.id}`)),M.map(h=>o(it,{node:h,detailed:e.endpoints.detailed,...$e},`gone ${h.id}`))]})}function Zt(e){
return(e.target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function wa(e){return e.
target instanceof Element&&e.target.matches(":focus-visible")}function Fr({edges:e,path:t,conflicts:n}){let r=i=>`edge ${t.
size===0||i.from===""?"":Ar(t,i)?"lit":"dim"} ${n.has(i.from)||n.has(i.to)?"conflict":""}`;return o("g",{class:"edges","\
aria-hidden":!0,children:e.map(i=>o("path",{d:i.path,class:r(i),"data-edge":i.id},i.id))})}function zr(e){return e.to.startsWith(
"endpoint/")&&e.from.startsWith("meshService/")}function _a(e,t){return t==="Service"?!1:t==="MeshServices"?e.meshServices.
length===0:t==="EndpointSlices"?e.slices.length===0:e.endpoints.endpoints.length===0}function ka({title:{label:e,x:t,y:n},
empty:r}){return o(y,{children:[o("text",{class:"column-title",x:t,y:n,children:e}),r&&o("text",{class:"sub",x:t,y:n+32,
children:"none"})]})}function Sa({frame:e,emphasis:t}){return o("g",{class:`frame list-frame ${e.ours===!0?"ours":""} ${t}`,
"data-frame":e.id,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[o("title",{children:k(e.label)}),o("rect",
{width:e.width,height:e.height,rx:"8"}),o("text",{class:"frame-label",x:"9",y:"17",children:J(e.label,e.width-18,"title")}),
o("text",{class:"frame-note",x:"9",y:"34",children:e.note}),o("text",{class:"frame-note",x:"9",y:e.height-9,children:e.more})]})}
function Ir({frame:e,kind:t,emphasis:n}){let r=e.width-28-Pe(e.note,"small");return o("g",{class:`frame ${t} ${n}`,"data\
-node":e.id,"data-frame":e.id,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[o("title",{children:k(e.label)}),
o("rect",{width:e.width,height:e.height,rx:t==="zone"?8:6}),o("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:J(
e.label,r,"small")}),o("text",{class:"frame-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}function Ma(e){return/^[\w@%+=:,./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function Xt(...e){return e.map(Ma).join(
" ")}function Me({kind:e,name:t}){return o("p",{class:"details-title",children:[o("span",{class:"quiet",children:e})," ",o("s\
trong",{children:o(f,{value:t})})]})}function E({term:e,children:t}){return o("div",{children:[o("dt",{children:e}),o("d\
d",{children:t})]})}function at({values:e}){return o(y,{children:e.map(t=>o("span",{class:"value",children:o(f,{value:t})},
t))})}function oo({warnings:e}){return o(y,{children:e.map(t=>o("p",{class:"details-warning",children:o(f,{value:t})},t))})}
var no=12;function de({nodes:e,leads:t}){return o(y,{children:[e.slice(0,no).map(({id:n,label:r})=>o("span",{class:"valu\
e",children:o("button",{type:"button",class:"link",onClick:()=>t.choose(n),children:o(f,{value:r})})},n)),e.length>no&&o(
"span",{class:"value",children:[e.length-no," more"]})]})}function lt({kind:e,name:t,leads:n}){let r=`${e}/${t}`;return n.
hasYAML(r)?o("div",{class:"details-actions",children:[o("button",{type:"button",class:"button small",onClick:()=>n.showYAML(
r),children:"YAML"}),o(st,{words:["kubectl","get",e.toLowerCase(),"-n",n.namespace,t,"-o","wide"],label:`kubectl get ${e.
toLowerCase()}`}),e==="Pod"&&o(st,{words:["kubectl","logs","-n",n.namespace,t,"--tail=100"],label:"kubectl logs"})]}):null}
function st({words:e,label:t}){let n=Xt(...e);return o(be,{text:n,label:`Copy ${t}`,title:n})}function Ne(e,t){let n=new Map;for(let r of e){let i=t(r),s=n.get(i);s===void 0?n.set(i,[r]):s.push(r)}return n}function Hr({endpoints:e,leads:t}){let{node:n="",zone:r=""}=e[0]??{};return o(y,{children:[o(Me,{kind:"Node",name:n===""?
"unknown":n}),o("dl",{class:"facts",children:[r!==""&&o(E,{term:"Zone",children:o(de,{nodes:[{id:w.zone(r),label:r}],leads:t})}),
o(E,{term:qr(e),children:o(de,{nodes:e.map(({name:i})=>({id:w.endpoint(i),label:i})),leads:t})})]}),n!==""&&o("div",{class:"\
details-actions",children:[o(st,{words:["kubectl","describe","node",n],label:"kubectl describe node"}),o(st,{words:["kub\
ectl","get","pods","--all-namespaces","--field-selector",`spec.nodeName=${n}`,"-o","wide"],label:"kubectl get pods of th\
is Node"})]})]})}function Br({endpoints:e,leads:t}){let n=e[0]?.zone??"",r=[...Ne(e,i=>i.node).keys()].filter(i=>i!=="");
return o(y,{children:[o(Me,{kind:"Zone",name:n===""?"unknown":n}),o("dl",{class:"facts",children:[o(E,{term:"Pods",children:qr(
e)}),o(E,{term:z(r.length,"Node"),children:o(de,{nodes:r.map(i=>({id:w.node(n,i),label:i})),leads:t})})]})]})}function qr(e){
let{ready:t,all:n}=Vt(e);return`${t} of ${z(n,"Pod")} ready`}function Wr({model:e,id:t,leads:n}){return o("div",{class:"details","data-testid":"details",children:$a(e,t,n)})}function $a(e,t,n){
if(t===w.service)return o(Ca,{service:e.service,leads:n});let r=e.meshServices.find(d=>w.meshService(d.name)===t);if(r!==
void 0)return o(Ta,{meshService:r,leads:n});let i=e.slices.find(d=>w.slice(d.name)===t);if(i!==void 0)return o(Pa,{slice:i,
leads:n});let s=e.endpoints.find(d=>w.endpoint(d.name)===t);if(s!==void 0)return o(Ea,{endpoint:s,model:e,leads:n});let a=e.
endpoints.filter(d=>w.node(d.zone,d.node)===t);if(a.length>0)return o(Hr,{endpoints:a,leads:n});let l=e.endpoints.filter(
d=>w.zone(d.zone)===t);return l.length>0?o(Br,{endpoints:l,leads:n}):t!==""?o("p",{class:"quiet",children:[o(f,{value:t.
slice(t.indexOf("/")+1)})," is gone."]}):o("p",{class:"quiet",children:"Point at something, or move to it with the arrow\
 keys, to see its details and what belongs to it."})}function Ca({service:e,leads:t}){return o(y,{children:[o(Me,{kind:"\
Service",name:e.name}),o("dl",{class:"facts",children:[o(E,{term:"Type",children:o(f,{value:e.type})}),o(E,{term:"Mesh",
children:e.inMesh?o(f,{value:e.mesh}):"none"}),o(E,{term:"Cluster IPs",children:o(at,{values:e.clusterIPs})}),o(E,{term:"\
Ports",children:o(at,{values:e.ports})})]}),o(lt,{kind:"Service",name:e.name,leads:t})]})}function Ta({meshService:e,leads:t}){
let{pod:n}=e;return o(y,{children:[o(Me,{kind:"MeshService",name:e.name}),o("dl",{class:"facts",children:[o(E,{term:"Sta\
te",children:o(f,{value:e.state})}),e.availability!==void 0&&o(E,{term:"Availability",children:o(f,{value:e.availability})}),
o(E,{term:"Proxies",children:[x(e.online)," online, ",x(e.offline)," offline"]}),n!==void 0&&o(E,{term:"Pod",children:o(
de,{nodes:[{id:w.endpoint(n),label:n}],leads:t})}),e.holder!==void 0&&o(E,{term:"Held by",children:o(f,{value:e.holder})}),
e.addresses.length>0&&o(E,{term:"Addresses",children:o(at,{values:e.addresses})})]}),o(lt,{kind:"MeshService",name:e.name,
leads:t})]})}function Pa({slice:e,leads:t}){return o(y,{children:[o(Me,{kind:"EndpointSlice",name:e.name}),o("dl",{class:"\
facts",children:[o(E,{term:"Written by",children:[te(e.manager,e.ours)," ",o("span",{class:"quiet",children:o(f,{value:e.
manager})})]}),o(E,{term:"Addresses",children:o(f,{value:e.addressType})}),o(E,{term:"Endpoints",children:[x(e.endpoints),
", ",x(e.ready)," ready"]})]}),o(oo,{warnings:e.warnings}),o(lt,{kind:"EndpointSlice",name:e.name,leads:t})]})}function Ea({
endpoint:e,model:t,leads:n}){let{node:r,zone:i,name:s}=e,a=t.endpoints.filter(c=>c.node===r).length,l=t.service.headless?
Ee(t,e):[],d=a>1?`${r} (${a} Pods)`:r;return o(y,{children:[o(Me,{kind:e.pod?"Pod":"Endpoint",name:s}),o("dl",{class:"fa\
cts",children:[o(E,{term:"State",children:[He[e.state]??o(f,{value:e.state}),e.phase!==""&&o(y,{children:[" (",o(f,{value:e.
phase}),")"]}),Gt[e.rollout]]}),o(E,{term:"Node",children:r===""?"unknown":o(de,{nodes:[{id:w.node(i,r),label:d}],leads:n})}),
i!==""&&o(E,{term:"Zone",children:o(de,{nodes:[{id:w.zone(i),label:i}],leads:n})}),o(E,{term:"Addresses",children:o(at,{
values:e.addresses})}),l.length>0&&o(E,{term:"MeshService",children:o(de,{nodes:l.map(c=>({id:w.meshService(c.name),label:c.
name})),leads:n})}),o(E,{term:"Slices",children:e.slices.length===0?"none":o(de,{nodes:e.slices.map(c=>({id:w.slice(c),label:c})),
leads:n})}),e.certificate!==void 0&&o(E,{term:"Certificate",children:o(f,{value:e.certificate.message})})]}),o(oo,{warnings:e.
warnings}),e.pod&&o(lt,{kind:"Pod",name:s,leads:n})]})}function jr(e,t){let{service:n,managers:r}=e,i=e.meshServiceFrame===void 0?e.meshServices:[e.meshServiceFrame];return[...t.
service.headless?[...Jt([n],r),...Na(e,t)]:[...Jt([n],i),...Jt(i.length>0?i:[n],r)],...Ra(e,t),...ro(e.endpoints)]}function Jt(e,t){
return e.flatMap(n=>t.map(r=>ct(n,r)))}function Na(e,t){let{meshServiceFrame:n}=e;if(n!==void 0)return Jt(e.slices,[n]);
let r=new Map(e.meshServices.map(s=>[s.id,s])),i=s=>s.x>(e.managers[0]?.x??0);return Vr(e.slices.flatMap(s=>t.endpoints.
filter(a=>a.slices.includes(s.value.name)).flatMap(a=>Ee(t,a)).map(a=>r.get(w.meshService(a.name))).filter(a=>a!==void 0&&
i(a)).map(a=>ct(s,a))))}function Ra(e,t){let{endpoints:n,slices:r,managers:i,below:s}=e,a=new Map(n.zones.map(u=>[u.id,u])),
l=t.service.headless?e.meshServiceFrame:void 0,d=Math.min(...n.zones.map(u=>u.y)),c=new Map(n.meshServices.map(u=>[u.value.
pod,u]));return Vr(n.endpoints.flatMap(u=>{let{value:g}=u,p=a.get(w.zone(g.zone))??u;if(l!==void 0)return[s?Kr(l,p,d):ct(
l,p)];let m=r.filter(v=>g.slices.includes(v.value.name));if(s){let v=new Set(m.map(_=>w.manager(_.value.manager)));return i.
filter(_=>v.has(_.id)).map(_=>Kr(_,p,d))}let b=n.detailed?c.get(g.name)??u:p;return m.map(v=>ct(v,b))}))}function ro(e){
let t=new Map(e.endpoints.map(n=>[n.value.name,n]));return e.meshServices.flatMap(n=>{let r=t.get(n.value.pod??"");return r===
void 0?[]:[ct(n,r)]})}function Vr(e){return[...new Map(e.map(t=>[t.id,t])).values()]}var Aa=14;function ct(e,t){let n=e.
x+e.width,r=e.y+Math.min(e.height/2,32),i=t.x,s=t.id.startsWith("endpoint/")||t.id.startsWith("meshService/"),a=t.y+(s?t.
height/2:Math.min(t.height/2,Aa)),l=Math.max(Math.min(12,i-n),(i-n)/2);return Gr(e,t,`M${n} ${r}C${n+l} ${r} ${i-l} ${a}\
 ${i} ${a}`)}function Kr(e,t,n){let r=e.x+e.width/2,i=e.y+e.height,s=t.x+t.width/2,a=Math.max(16,(n-i)/2);return Gr(e,t,
`M${r} ${i}C${r} ${i+a} ${s} ${n-a} ${s} ${n}V${t.y}`)}function Gr(e,t,n){return{id:`${e.id}>${t.id}`,from:e.id,to:t.id,
path:n}}var Oa=40,La=80,Da=24,Fa=20,ne=8,Qt=12,Be=15,en=24,za=210,Ia=164,Zr=300,Yr=16;function dt(e){return Q(e)?"MeshServices a\
nd their Pods":e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function tn(e){return e.endpoints.length<=Oa}function Q(e){
return e.service.headless&&tn(e)&&e.byPod.size>0}function nn(e){if(!Q(e))return e.meshServices;let t=new Set(e.endpoints.
map(n=>n.name));return e.meshServices.filter(n=>n.pod===void 0||!t.has(n.pod))}function pt(e,{x:t,y:n,width:r},i){let s=e.
endpoints,a={detailed:tn(e),zones:[],nodes:[],endpoints:[],meshServices:[],bottom:n},l=new Set(s.map(p=>p.node)).size<=La,
d=[...Ne(s,p=>p.zone)],c=i?Xr(r,Q(e)?Zr:Ia,Qt,d.length):1,u=(r-(c-1)*Qt)/c,g=new Array(c).fill(n);return d.forEach(([p,m],b)=>{
let v=b%c,_=(g[v]??n)+(b>=c?Qt:0),T=t+v*(u+Qt),S={x:T+ne,y:_+Da,width:u-2*ne},A=(l?Ua(a,e,m,S,i):Jr(a,m,S))+ne;a.zones.push(
{id:w.zone(p),x:T,y:_,width:u,height:A-_,label:p===""?"no zone":p,note:Qr(m)}),g[v]=A,a.bottom=Math.max(a.bottom,A)}),a}
function Xr(e,t,n,r){return Math.max(1,Math.min(r,Math.floor((e+n)/(t+n))))}function Ua(e,t,n,r,i){let s=[...Ne(n,g=>g.node)],
a=e.detailed&&!i?1:s.length,l=Xr(r.width,Q(t)?Zr:za,ne,a),d=(r.width-(l-1)*ne)/l,{y:c}=r,u=c;return s.forEach(([g,p],m)=>{
let b=m%l;b===0&&m>0&&(c=u+ne);let v=r.x+b*(d+ne),_={x:v+ne,y:c+Fa,width:d-2*ne},T=e.detailed?Ha(e,t,p,_):Jr(e,p,_);e.nodes.
push({id:w.node(p[0]?.zone??"",g),x:v,y:c,width:d,height:T-c+ne-2,label:g===""?"no Node":g,note:e.detailed?"":Qr(p)}),u=
Math.max(b===0?0:u,T+ne-2)}),u}function Ha(e,t,n,{x:r,y:i,width:s}){let a=Q(t)?Math.round((s-Yr)*.44):0;return n.forEach(
(l,d)=>{let c={y:i+d*en,height:en},u=t.byPod.get(l.name),g=a===0?r:r+a+Yr;a>0&&u!==void 0&&e.meshServices.push({id:w.meshService(
u.name),value:u,x:r,y:c.y+1,width:a,height:en-2}),e.endpoints.push({id:w.endpoint(l.name),value:l,x:g,width:r+s-g,...c})}),
i+n.length*en}function Jr(e,t,{x:n,y:r,width:i}){let s=Math.max(1,Math.floor(i/Be));return t.forEach((a,l)=>e.endpoints.
push({id:w.endpoint(a.name),value:a,x:n+l%s*Be,y:r+Math.floor(l/s)*Be,width:Be,height:Be})),r+Math.ceil(t.length/s)*Be}function Qr(e){
let{ready:t,all:n}=Vt(e);return`${t} of ${n}`}var qe=8,ei=26,ut=8,We=42,Ba=12,qa=6,Wa=12;function on(e,{x:t,y:n,width:r}){let i=e.length>Ba,s=i?e.slice(0,qa):e,a=i?ut:
0,l=n+(i?46:0),d=s.map((p,m)=>({id:w.meshService(p.name),value:p,x:t+a,y:l+m*(We+qe),width:r-2*a,height:We})),c=l+s.length*
(We+qe)-(s.length>0?qe:0);if(!i)return{nodes:d,frame:void 0,bottom:c};let u=e.filter(jt).length,g={id:w.meshServices,x:t,
y:n,width:r,height:c-n+ut+20,more:`and ${e.length-s.length} more`,label:`${e.length} MeshServices`,note:`${u} online, ${e.
length-u} not`};return{nodes:d,frame:g,bottom:g.y+g.height}}function rn(e,{x:t,y:n,width:r}){let i=[],s=[],a=n;for(let[l,
d]of Ne(e,c=>c.manager)){let c=d.slice(0,Wa),u=d.length-c.length,g=d[0]?.ours??!1;c.forEach((m,b)=>s.push({id:w.slice(m.
name),value:m,x:t+ut,y:a+ei+b*(We+qe),width:r-2*ut,height:We}));let p=ei+c.length*(We+qe)-qe+ut+(u>0?20:0);i.push({id:w.
manager(l),x:t,y:a,width:r,height:p,label:te(l,g),note:"",more:u>0?`and ${u} more`:"",ours:g}),a+=p+12}return{frames:i,nodes:s,
bottom:a-(i.length>0?12:0)}}var oi=560,Ka=280,io=30,ti=64,ni=26;function ri(e,t){let n=Math.max(Ka,Math.floor(t)),r=[],i=0,s=_=>(r.push({label:_,x:1,
y:i+16}),{x:1,y:i+io,width:n-2}),a=s("Service"),l={id:w.service,value:e.service,...a,height:ti};i=a.y+ti+12;let d=(_,T)=>{
let S=T(s(_));return i=Math.max(S.bottom,i+io+ni)+12,S},c=nn(e),u=c.length>0||!Q(e),g=()=>u?d("MeshServices",_=>on(c,_)):
void 0,p=e.service.headless?void 0:g(),m=d("EndpointSlices",_=>rn(e.slices,_)),b=p??(e.service.headless?g():void 0),v=pt(
e,s(dt(e)),!0);return{width:n,below:!0,height:Math.max(v.bottom,i+io+ni)+6,columns:r,service:l,meshServices:b?.nodes??[],
meshServiceFrame:b?.frame,managers:m.frames,slices:m.nodes,endpoints:v,edges:[...ja(r,n),...ro(v)]}}function ja(e,t){let n=t/
2;return e.slice(1).map(({label:r,y:i})=>({id:`to ${r}`,from:"",to:"",path:`M${n} ${i-26}V${i+12}`}))}var ft=30,so=16,sn=34,si=26,ai=730,ao=112,ii=64,Va=300,Ga=3,Ya=12;function li(e,t){if(t<oi)return ri(e,t);let n=Math.max(
ai,Math.floor(t)),r=new Set(e.endpoints.map(l=>l.zone)).size,i=new Set(e.endpoints.map(l=>l.node)).size,a=r>Ga||tn(e)&&i>
Ya?Xa(e,n):Za(e,n);return{...a,edges:jr(a,e)}}function Za(e,t){let n=Math.max(0,t-ai)*.14,r=ci(e,Q(e)?0:140+n,172+n),i=r.
right+sn,s=pt(e,{x:i,y:ft,width:t-i-1},!1),a=Math.max(r.bottom,s.bottom),l=[...r.columns,{label:dt(e),x:i,y:so}];return{
...r.parts,width:t,height:a+6,columns:l,endpoints:s,below:!1}}function Xa(e,t){let n=t-2-ao-sn*(Q(e)?1:2),r=Math.min(Va,
Q(e)?n:n/2),i=ci(e,Q(e)?0:r,r),s=i.bottom+si,a=pt(e,{x:1,y:s+14,width:t-2},!0),l=[...i.columns,{label:dt(e),x:1,y:s}];return{
...i.parts,width:t,height:a.bottom+6,columns:l,endpoints:a,below:!0}}function ci(e,t,n){let r={id:w.service,value:e.service,
x:1,y:ft,width:ao,height:ii},i=1+ao+sn,s=e.service.headless,a=i+(s?n:t)+sn,l=rn(e.slices,{x:s?i:a,y:ft,width:n}),d=[{label:"\
Service",x:1,y:so},{label:"EndpointSlices",x:s?i:a,y:so}],c={x:s?a:i,y:ft,width:t},u=nn(e),g="MeshServices";t===0&&(Object.
assign(c,{x:i,y:l.bottom+si+14,width:n}),g="MeshServices without a Pod");let p=on(u,c);return(t>0||u.length>0)&&d.splice(
1,0,{label:g,x:c.x,y:c.y-14}),{columns:d,right:t===0?i+n:a+(s?t:n),bottom:Math.max(ft+ii,l.bottom,u.length>0?p.bottom:0),
parts:{service:r,meshServices:p.nodes,meshServiceFrame:p.frame,managers:l.frames,slices:l.nodes}}}function di({rollouts:e}){return o(y,{children:e.map(t=>o("div",{class:"rollout","data-testid":"rollout",children:[o("p",
{children:[o("strong",{children:["Rollout of ",o(f,{value:t.workload}),":"]})," ","new ",x(t.new)," of ",x(t.new+t.old),
", ",x(t.ready)," ready"," ",o("span",{class:"quiet",children:["template ",o(f,{value:t.revision})]})]}),o(ke,{label:"Po\
ds",shares:[{value:t.ready,color:"accent",word:"new and ready"},{value:t.new-t.ready,color:"caution",word:"new, not read\
y"},{value:t.old,color:"neutral",word:"old"}]})]},t.workload))})}function pi({model:e}){return o("div",{class:"neighborhood-tables",children:[o(lo,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability??"",x(t.online),
x(t.offline),t.pod??""])}),o(lo,{title:"EndpointSlices",head:["Name","Written by","Manager","Addresses","Endpoints","Rea\
dy","Warnings"],rows:e.slices.map(t=>[t.name,te(t.manager,t.ours),t.manager,t.addressType,x(t.endpoints),x(t.ready),t.warnings.
join("; ")])}),o(lo,{title:"Endpoints",head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.
map(t=>[t.name,He[t.state]??t.state,t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}
function lo({title:e,head:t,rows:n}){return o(y,{children:[o("h3",{children:e}),n.length===0&&o("p",{class:"quiet",children:"\
None."}),n.length>0&&o("div",{class:"table-box",tabIndex:0,role:"region","aria-label":e,children:o("table",{children:[o(
"thead",{children:o("tr",{children:t.map(r=>o("th",{scope:"col",children:r},r))})}),o("tbody",{children:n.map(r=>o("tr",
{children:r.map((i,s)=>o("td",{children:o(f,{value:i})},s))},r[0]))})]})})]})}function ui({service:e,state:t,pinned:n,onPin:r,onYAML:i}){let s=C(!1),a=C(""),{box:l,width:d}=zt(s.value),c=ee(()=>Nr(e,
t),[e,t]),u=H(t,"rollout"),g=a.value||n,p=ee(()=>Rr(c,g),[c,g]),m=ee(()=>d.value===0?void 0:li(c,d.value),[c,d.value]),b={
namespace:e.namespace,choose:r,hasYAML:v=>t.entries.has(`object/${v}`),showYAML:i};return o(j,{title:"Neighborhood",kind:"\
drawing-panel",aside:o("button",{type:"button",class:"button small","aria-pressed":s.value,onClick:()=>{s.value=!s.value},
children:"As tables"}),children:[s.value&&o(pi,{model:c}),!s.value&&o(y,{children:[o(di,{rollouts:u}),o(Lr,{rolling:u.length>
0}),o("div",{class:"drawing-box",ref:l,children:m!==void 0&&o(Ur,{layout:m,path:p,chosen:g,hovered:a,pinned:n,onPin:r,name:e.
name})}),o(Wr,{model:c,id:g,leads:b})]})]})}function mi({state:e}){let t=H(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return o(R,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,i)=>fi(r)-fi(i)||(r.name<
i.name?-1:1));let n=t.filter(r=>r.certificate.outcome==="Warning").length;return o(y,{children:[o("p",{children:[z(t.length-
n,"Pod")," with a certificate",n>0&&o(y,{children:[", ",o("strong",{children:[n," with a warning"]})]}),"."]}),o("ul",{class:"\
certificate-list",children:t.map(r=>o("li",{class:"item",children:[o(G,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),o("span",{class:"item-label",children:o(f,{value:r.name})}),o("span",{class:"item-text",children:[o(f,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&o("span",{class:"quiet",children:[" (expires ",o(ce,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function fi(e){return e.certificate.outcome==="Warning"?0:1}function hi({state:e}){let t=D(e,"xds");return t===void 0?o(R,{title:"No xDS server",children:"No xDS server is installe\
d in this cluster."}):o(y,{children:[t.unread.map(n=>o("p",{class:"refused",children:[o("strong",{children:"Could not re\
ad"})," ",o(f,{value:n})]},n)),t.servers.length>0&&o("p",{class:"quiet",children:["Asked of ",t.servers.map((n,r)=>o("sp\
an",{children:[r>0&&", ",o(f,{value:n})]},n))]}),t.servers.length>0&&t.clients.length===0&&o(R,{title:"No client",children:"\
No gRPC client gets this Service by xDS."}),o("ul",{class:"client-list",children:t.clients.map(n=>o(Ja,{client:n},`${n.server}\
 ${n.node} ${n.client} ${n.since}`))})]})}function Ja({client:e}){let{names:t,refused:n}=e;return o("li",{class:"client",
children:[o(P,{shape:n.length>0?"warning":"check",color:n.length>0?"bad":"good",label:n.length>0?"refuses":"accepts"}),o(
"div",{children:[o("p",{children:[o("strong",{children:o(f,{value:e.client})})," ",o("span",{class:"quiet",children:["si\
nce ",o(ce,{time:e.since})]})]}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Agent"}),o("dd",{children:o(
f,{value:e.agent})})]}),o("div",{children:[o("dt",{children:"Node"}),o("dd",{children:o(f,{value:e.node})})]}),o("div",{
children:[o("dt",{children:"Asks for"}),o("dd",{children:t.length===0?"everything":t.map(r=>o("span",{class:"value",children:o(
f,{value:r})},r))})]})]}),n.map(r=>o("p",{class:"refused",children:[o("strong",{children:"Refuses"})," ",o(f,{value:r})]},
r))]})]})}function gi(e){let t=[],n=[];for(let i of Qa(e)){let s=i.blocks.filter(co),a=i.blocks.filter(l=>!co(l));a.some(po)?(t.push(
{heading:i.heading,blocks:[...a.filter(po),...a.filter(l=>!po(l))]}),s.length>0&&n.push({heading:i.heading,blocks:s})):n.
push(i)}let r=n.flatMap(i=>i.blocks).filter(co).length;return{failed:t,passed:n,passedChecks:r}}function co(e){return e.
kind==="item"&&e.mark==="Good"}function po(e){return e.kind==="command"||e.kind==="item"&&e.mark!==void 0&&e.mark!=="Goo\
d"&&e.mark!=="Neutral"}function Qa({blocks:e}){let t=[];for(let n of e)n.kind!=="headline"&&(n.kind==="heading"?t.push({
heading:n,blocks:[]}):t.length===0?t.push({heading:void 0,blocks:[n]}):t.at(-1)?.blocks.push(n));return t}function an(e){
return{blocks:e.flatMap(({heading:t,blocks:n})=>t===void 0?n:[t,...n])}}function vi({state:e}){let t=D(e,"document"),n=D(e,"remedy");return t===void 0?o(K,{label:"the explanation",lines:8}):o(
y,{children:[n!==void 0&&o("section",{class:"remedy","aria-labelledby":"remedy-heading",children:[o("h3",{id:"remedy-hea\
ding",children:"What to do"}),n.command!==void 0&&o(rt,{text:n.command}),o("p",{children:o(f,{value:n.why})})]}),o(el,{document:n===
void 0?t:tl(t,n)})]})}function el({document:e}){let{failed:t,passed:n,passedChecks:r}=gi(e);return t.length===0?o(ze,{document:an(
n)}):o(y,{children:[o(ze,{document:an(t)}),n.length>0&&o("details",{class:"passed",children:[o("summary",{children:[o(P,
{shape:"check",color:"good"})," ",z(r,"check")," passed"]}),o(ze,{document:an(n)})]})]})}function tl(e,t){let n=e.blocks.
findLastIndex(s=>s.kind==="heading"),r=e.blocks.slice(n+1);return n>=0&&t.command!==void 0&&r.some(s=>s.kind==="command"&&
s.text===t.command)?{blocks:e.blocks.slice(0,n)}:e}function bi({state:e}){let t=H(e,"delegation").sort((r,i)=>r.manager<i.manager?-1:1),n=ae(e,"handover").sort(([r],[i])=>Number(
i)-Number(r));return o(y,{children:[t.length===0&&o(R,{title:"Not delegated",children:"Meshwork does not write the Endpo\
intSlices of this Service."}),t.map(r=>o(nl,{delegation:r},r.manager)),o(ol,{slices:H(e,"slice")}),o("h3",{children:"See\
n since this page was opened"}),n.length===0&&o("p",{class:"quiet",children:"No handover has been seen."}),o("ol",{class:"\
timeline",children:n.map(([r,i])=>o("li",{children:[o(De,{tone:i.tone}),o("time",{dateTime:i.time,children:_e(i.time)}),
o("span",{children:o(f,{value:i.text})})]},r))})]})}function nl({delegation:e}){return o("article",{class:"delegation","\
aria-label":`Delegated to ${e.manager}`,children:[o("p",{class:"delegation-manager",children:o(f,{value:e.manager})}),o(
"p",{class:"delegation-state",children:[o("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"Ef\
fective":"Not effective"}),o("span",{class:"badge neutral",children:o(f,{value:e.phase})})]}),e.message!==""&&o("p",{children:o(
f,{value:e.message})}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Endpoints come from"}),o("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),o("div",{children:[o("dt",{children:e.fromPods?"Key in the selector":"Label\
 on the Endpoints"}),o("dd",{children:[o(P,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?
"present: the default controller is kept away":"absent: nothing keeps the default controller away"]})]}),o("div",{children:[
o("dt",{children:"Desired endpoints"}),o("dd",{children:x(e.desired)})]}),o("div",{children:[o("dt",{children:"In its sl\
ices"}),o("dd",{children:x(e.ours)})]}),o("div",{children:[o("dt",{children:"In slices of others"}),o("dd",{children:x(e.
others)})]})]})]})}function ol({slices:e}){let t=new Map;for(let n of e){let r=t.get(n.manager)??{slices:0,endpoints:0,ready:0,
ours:n.ours};t.set(n.manager,{slices:r.slices+1,endpoints:r.endpoints+n.endpoints,ready:r.ready+n.ready,ours:n.ours})}return t.
size===0?null:o(y,{children:[o("h3",{children:"Who publishes endpoints"}),o("ul",{class:"publishers",children:[...t].sort(
([n],[r])=>n<r?-1:1).map(([n,r])=>o("li",{children:[o("span",{class:"publisher-name",children:[o(f,{value:te(n,r.ours)}),
" ",o("span",{class:"quiet",children:o(f,{value:n})})]}),o(ke,{label:te(n,r.ours),shares:[{value:r.ready,color:r.ours?"a\
ccent":"good",word:"ready"},{value:r.endpoints-r.ready,color:"caution",word:"not ready"}]}),o("span",{class:"quiet",children:[
x(r.endpoints)," endpoints, ",x(r.ready)," ready, in ",x(r.slices)," ",r.slices===1?"slice":"slices"]})]},n))})]})}function ln(e){let t=(i,s)=>ae(e,i).map(([a,l])=>({key:`${i}/${a}`,time:l.time,about:s,text:l.text,tone:l.tone})),n=ae(e,
"event").map(([i,s])=>({key:`event/${i}`,time:s.time,about:s.object.replace("/"," "),text:s.message,tone:s.type==="Warni\
ng"?"bad":"neutral",event:s}));return[...t("change","Change"),...t("handover","Handover"),...t("rolled","Rollout"),...n].
sort((i,s)=>Date.parse(s.time)-Date.parse(i.time)||rl(s.key,i.key))}function rl(e,t){let[,n=""]=e.split("/"),[,r=""]=t.split(
"/");return Number(n)-Number(r)||(e<t?-1:1)}function uo(e,t){let n=new Date(e).toDateString();return n===new Date(t).toDateString()?
"":n}function xi({state:e}){let t=ln(e);return t.length===0?o(R,{title:"Nothing has happened yet",children:"Kubernetes keeps \
events for one hour, unless set otherwise. Changes are shown since the start of the command."}):o("ol",{class:"timeline \
history","aria-label":"History, the newest first",children:t.map((n,r)=>o(il,{entry:n,day:uo(n.time,me.value),before:r===
0?"":uo(t[r-1]?.time??"",me.value)},n.key))})}function il({entry:e,day:t,before:n}){let{event:r}=e;return o(y,{children:[
t!==n&&o("li",{class:"history-day",children:o("strong",{children:t})}),o("li",{children:[r?.type==="Warning"?o(P,{shape:"\
warning",color:"caution",label:"Warning"}):o(De,{tone:e.tone}),o("time",{dateTime:e.time,title:k(e.time),children:_e(e.time)}),
o("div",{children:[o("p",{class:"event-head",children:[o("span",{class:"history-about",children:o(f,{value:e.about})}),r!==
void 0&&o("strong",{children:o(f,{value:r.reason})}),r!==void 0&&o("span",{class:"quiet",children:[r.count>1&&`${z(r.count,
"time")}, `,"from ",o(f,{value:r.from})]})]}),o("p",{children:o(f,{value:e.text})})]})]})]})}var sl={Good:"\u2713",Bad:"\u2717",Caution:"!",Unclear:"?",Neutral:"\u2022"};function yi({blocks:e}){return e.map(al).join(
`
`).trim()}function al(e){let t=k(e.text??""),n=sl[e.mark??"Neutral"]??"\u2022";switch(e.kind){case"headline":return`${n}\
 ${t}`;case"heading":return`
${t.toUpperCase()}`;case"item":return`  ${n} ${k(e.label??"").padEnd(14)} ${t}`;case"table":return ll(e.rows??[]);case"c\
ommand":return`  ${t}`;case"remark":return`  # ${t}`;default:return t}}function ll(e){let t=e.map(r=>r.map(i=>k(i))),n=(t[0]??
[]).map((r,i)=>Math.max(...t.map(s=>s[i]?.length??0)));return t.map(r=>`  ${r.map((i,s)=>i.padEnd(n[s]??0)).join("  ")}`.
trimEnd()).join(`
`)}function wi(e){let t=Math.max(2,...[...e.matchAll(/`+/g)].map(r=>r[0].length)),n="`".repeat(t+1);return`${n}
${e}
${n}`}function cn(e,t){return Xt("kubectl","meshwork","explain","service",t,"-n",e)}function _i(e,t,n){return wi(`$ ${cn(e,t)}\

${yi(n)}`)}function ki({tabs:e,chosen:t,onChoose:n,label:r}){let i=e.find(a=>a.id===t)??e[0];return o(y,{children:[o("div",{class:"\
tabs",role:"tablist","aria-label":r,onKeyDown:a=>{let l=e.findIndex(u=>u.id===i?.id),d={ArrowRight:l+1,ArrowLeft:l-1,Home:0,
End:e.length-1}[a.key];if(d===void 0)return;a.preventDefault();let c=e[(d+e.length)%e.length];c!==void 0&&(n(c.id),document.
getElementById(`tab-${c.id}`)?.focus())},children:e.map(({id:a,label:l,count:d})=>o("button",{type:"button",role:"tab",id:`\
tab-${a}`,"aria-selected":a===i?.id,tabIndex:a===i?.id?0:-1,"aria-controls":"tab-content",onClick:()=>n(a),children:[l,d!==
void 0&&d>0&&o("span",{class:"tab-count",children:x(d)})]},a))}),o("div",{class:"tab-content",role:"tabpanel",id:"tab-co\
ntent","aria-labelledby":`tab-${i?.id??""}`,tabIndex:0,children:i?.content()})]})}var fo={history:e=>ln(e).length,clients:e=>D(e,"xds")?.clients?.length??0};var Mi="explanation";function cl(e){let t=new URLSearchParams(e);return{tab:t.get("tab")??Mi,node:t.get("node")??"",object:t.
get("object")??""}}function Si({tab:e,node:t,object:n}){let r=new URLSearchParams;e!==Mi&&r.set("tab",e),t!==""&&r.set("\
node",t),n!==""&&e==="yaml"&&r.set("object",n);let i=r.toString();return i===""?"":`?${i}`}var Ke=ie(()=>cl(he.value));function dn(e){
let t=we.peek();if(t.page!=="service")return;let n=Si({...Ke.peek(),...e});n!==Si(Ke.peek())&&X(Z(t.namespace,t.name)+n,
"within")}function pn(e){dn({tab:"yaml",object:e}),document.getElementById("tab-yaml")?.scrollIntoView({block:"nearest"})}function $i({state:e,namespace:t,chosen:n}){let r=ae(e,"object").map(([d])=>d).sort(ml),i=C(0),s=C(void 0),a=r.includes(
n)?n:r[0];if(O(()=>{if(a===void 0)return;let d=new AbortController;return dl(a,t,d.signal).then(c=>{d.signal.aborted||(s.
value=c)}),()=>d.abort()},[a,i.value]),a===void 0)return o(R,{title:"No object can be read"});let l=s.value?.object===a?
s.value:void 0;return o(y,{children:[o("div",{class:"yaml-head",children:[o("label",{class:"choice",children:[o("span",{
children:"Object"}),o("select",{value:a,onChange:d=>pn(d.currentTarget.value),children:r.map(d=>o("option",{value:d,children:k(
d)},d))})]}),o("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Read again"}),l!==void 0&&
!l.failed&&o(be,{text:l.text})]}),l===void 0&&o(K,{label:a,lines:10}),l?.failed===!0&&o(R,{title:"The object cannot be s\
hown",children:o(f,{value:l.text})}),l?.failed===!1&&o("pre",{class:"yaml",tabIndex:0,role:"region","aria-label":`YAML o\
f ${k(a)}`,children:o("code",{children:ul(l.text)})})]})}async function dl(e,t,n){let[r="",i=""]=e.split("/",2),s=["/api\
/objects",r,t,i].map((a,l)=>l===0?a:encodeURIComponent(a)).join("/");try{let a=await Rt(s,n);return{object:e,text:await a.
text(),failed:!a.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var pl=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function ul(e){return k(e,"lines").split(`
`).map((t,n)=>{let r=pl.exec(t);if(r===null)return o("span",{children:[t,`
`]},n);let[i,s="",a=""]=r;return o("span",{children:[s,o("span",{class:"yaml-key",children:a}),":",t.slice(i.length),`
`]},n)})}var fl=["Service","Mesh","MeshService","EndpointSlice","Pod"];function ml(e,t){let n=r=>fl.indexOf(r.split("/",
1)[0]??"");return n(e)-n(t)||(e<t?-1:1)}function Ci({namespace:e,name:t}){let n=le(`service/${e}/${t}`).value,r=D(n,"service"),i=D(n,"missing");return Fe(hl(r,i)),
o("div",{class:"page service",children:[o(gl,{namespace:e,name:t,service:r,state:n}),i!==void 0&&o(R,{title:"This Servic\
e cannot be shown",children:[o(f,{value:i.message}),". ",o("a",{href:"/services",children:"Show all Services"})]}),i===void 0&&
o("div",{class:"service-columns",children:[r===void 0?o(j,{title:"Neighborhood",children:o(K,{label:"the drawing",lines:8})}):
o(ui,{service:r,state:n,pinned:Ke.value.node,onPin:s=>dn({node:s}),onYAML:pn}),o("div",{class:"panel tabs-panel",children:o(
ki,{chosen:Ke.value.tab,onChoose:s=>dn({tab:s}),label:"About this Service",tabs:[{id:"explanation",label:"Explanation",content:()=>o(
vi,{state:n})},{id:"history",label:"History",count:fo.history(n),content:()=>o(xi,{state:n})},{id:"handover",label:"Hand\
over",content:()=>o(bi,{state:n})},{id:"clients",label:"Clients",count:fo.clients(n),content:()=>o(hi,{state:n})},{id:"c\
ertificates",label:"Certificates",content:()=>o(mi,{state:n})},{id:"yaml",label:"YAML",content:()=>o($i,{state:n,namespace:e,
chosen:Ke.value.object})}]})})]})]})}function hl(e,t){return t!==void 0?{color:"bad",word:"Not shown"}:e===void 0?{color:"\
unknown",word:""}:e.inMesh&&!e.healthy?{color:"bad",word:"Problem"}:{color:"good",word:""}}function gl({namespace:e,name:t,
service:n,state:r}){let i=D(r,"document");return o("header",{class:"service-head",children:[o("div",{class:"service-titl\
e",children:[o("p",{class:"crumbs",children:[o("a",{href:"/services",children:"Services"})," / ",o("a",{href:`/services?\
namespace=${encodeURIComponent(e)}`,children:o(f,{value:e})})]}),o("h1",{children:o(f,{value:t})})]}),o("div",{class:"se\
rvice-actions",children:[o(be,{text:cn(e,t),label:"Copy command",title:cn(e,t)}),i!==void 0&&o(be,{text:_i(e,t,i),label:"\
Copy as Markdown"})]}),n!==void 0&&o(vl,{service:n,document:i})]})}function vl({service:e,document:t}){let n=t?.blocks.find(
i=>i.kind==="headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return o("div",{class:"service-facts",children:[
o("p",{class:`service-health ${r}`,children:[o(P,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),o("span",{
children:n?.text!==void 0?o(f,{value:n.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),o("dl",{class:"facts",children:[
o(mt,{term:"Type",values:[e.headless?`${e.type}, headless`:e.type]}),o(mt,{term:"Mesh",values:[e.mesh]}),o(mt,{term:"Clu\
ster IPs",values:e.clusterIPs}),o(mt,{term:"Ports",values:e.ports}),o(mt,{term:"Addresses",values:e.addresses}),o("div",
{children:[o("dt",{children:"Created"}),o("dd",{children:o(ce,{time:e.created})})]})]})]})}function mt({term:e,values:t}){
let n=t.filter(r=>r!=="");return n.length===0?null:o("div",{children:[o("dt",{children:e}),o("dd",{children:n.map(r=>o("\
span",{class:"value",children:o(f,{value:r})},r))})]})}function mo(e,t,n){let r=C(e.peek()),i=L(void 0),s=L(-1/0);return Et(()=>{!n(e.value)||i.current!==void 0||(i.current=window.
setTimeout(()=>{i.current=void 0,s.current=performance.now(),r.value=e.peek()},Math.max(0,s.current+t-performance.now())))}),
O(()=>()=>window.clearTimeout(i.current),[]),r}var xl=new Map([["-","in none"]]),yl=new Map([["*","all delegated"],["HandingOver","Handing over"]]),wl=new Map([["*","a\
ny finding"]]),_l=new Map,kl=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function Pi({filters:e,
counts:t,change:n,clear:r,open:i}){let s=e.q!==""||Se.some(a=>e[a]!=="");return o("div",{id:"filters",class:`filters ${i?
"open":""}`,role:"group","aria-label":"Filters",children:[o("div",{class:"chips",role:"group","aria-label":"State",children:[
o(Ti,{label:"Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:a=>n({problem:a?"true":""})}),
kl.map(a=>o(Ti,{label:ar(a),count:t.state.get(a)??0,on:e.state===a,toggle:l=>n({state:l?a:""})},a))]}),o("div",{class:"c\
hoices",children:[o(un,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:n,words:xl}),o(un,{label:"Namespace",facet:"\
namespace",filters:e,counts:t,change:n}),o(un,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:n,words:yl}),
o(un,{label:"Finding",facet:"finding",filters:e,counts:t,change:n,words:wl}),o("button",{type:"button",class:"button sma\
ll",onClick:r,disabled:!s,children:"Clear"})]})]})}function Ti({label:e,count:t,on:n,toggle:r,warn:i=!1}){return o("butt\
on",{type:"button",class:"chip","aria-pressed":n,onClick:()=>r(!n),children:[i&&o(P,{shape:"warning",color:"bad"}),e," ",
o("span",{class:"chip-count",children:x(t)})]})}function un({label:e,facet:t,filters:n,counts:r,change:i,words:s=_l}){let a=n[t],
l=s.get("*");return o("label",{class:"choice",children:[o("span",{children:e}),o("select",{value:a,class:a===""?"":"chos\
en",onChange:d=>i({[t]:d.currentTarget.value}),children:[o("option",{value:"",children:"all"}),l!==void 0&&o("option",{value:"\
*",children:l}),kr(r[t],a,s).map(({value:d,label:c,count:u})=>o("option",{value:d,children:`${k(c)} (${x(u)})`},d))]})]})}var fn=class{byKey=new Map;sorted=[];query(t,n){this.take(t),this.sorted.sort($l(n.sort));let r=Zn(n.q),i=Ei(n),s=this.sorted.
length;return r.length===0&&i.length===0?{rows:this.sorted.slice(),total:s}:{rows:this.sorted.filter(({row:l,text:d})=>r.
every(c=>d.includes(c))&&i.every(c=>Gn(l,c,n[c]))),total:s}}counts(t,n){this.take(t);let r=Zn(n.q),i=Ei(n),s=Ml();for(let{
row:a,text:l}of this.sorted)r.every(d=>l.includes(d))&&Sl(s,a,i.filter(d=>!Gn(a,d,n[d])));return s}take(t){let n=!1;for(let[
r,i]of t){let s=i,a=this.byKey.get(r);if(a===void 0){let l={key:r,row:s,text:Yn(s)};this.byKey.set(r,l),this.sorted.push(
l),n=!0}else a.row!==s&&(a.row=s,a.text=Yn(s))}if(!(!n&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.
has(r.key));for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function Sl(e,t,n){if(!(n.length>1))for(let r of n.
length===1?n:Se)for(let i of Vn(t,r))e[r].set(i,(e[r].get(i)??0)+1)}function Ei(e){return Se.filter(t=>e[t]!=="")}function Ml(){
return{state:new Map,mesh:new Map,namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function $l({column:e,
descending:t}){let n=t?-1:1;return(r,i)=>n*Cl(r.row,i.row,e)||je(r.row.namespace,i.row.namespace)||je(r.row.name,i.row.name)}
function Cl(e,t,n){switch(n){case"namespace":return je(e.namespace,t.namespace)||je(e.name,t.name);case"name":return je(
e.name,t.name);case"mesh":return je(e.mesh,t.mesh);case"state":return Ie(e.state)-Ie(t.state);case"endpoints":return e.online+
e.offline-t.online-t.offline}}function je(e,t){return e<t?-1:e>t?1:0}var Tl={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},mn=class extends re{flashes=0;shouldComponentUpdate(t){let{props:n}=this,r=t.changedAt>0&&t.changedAt!==
n.changedAt;return r&&this.flashes++,r||t.row!==n.row||t.top!==n.top||t.active!==n.active}render({row:t,index:n,top:r,active:i,
changedAt:s}){let a=s===0?"":`flash-${this.flashes%2}`;return o("div",{role:"row",id:`row-${n}`,"aria-rowindex":n+2,"ari\
a-selected":i,class:`row ${a}`,title:k(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
o("div",{role:"gridcell",class:"cell cell-state",children:o(Dt,{state:t.state})}),o("div",{role:"gridcell",class:"cell c\
ell-name",children:o("a",{href:Z(t.namespace,t.name),tabIndex:-1,children:o(ve,{value:t.name})})}),o("div",{role:"gridce\
ll",class:"cell cell-namespace",children:o(ve,{value:t.namespace})}),o("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?o("span",{class:"quiet",children:"\u2013"}):o(ve,{value:t.mesh})}),o("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:o(Pl,{row:t})}),o("div",{role:"gridcell",class:"cell cell-delegated",children:o(El,{delegated:t.delegated})}),
o("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>o("span",{class:"tag",title:k(l),children:o(
f,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function Pl({row:e}){return e.online+e.offline===0?o("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):o("span",{class:"endpoints",children:[o(ke,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),o("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[x(e.online),o("span",{class:"quiet",children:[" / ",x(e.online+e.offline)]})]})]})}function El({
delegated:e}){if(e==="")return null;let t=Tl[e];return o("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function Ni(e,t,n,r,i=10){let s=Math.floor(e/n)-i,a=Math.ceil((e+t)/n)+i;return{first:Math.max(0,Math.min(s,r)),last:Math.
max(0,Math.min(a,r))}}function Ri(e,t,n,r){let i=e*r;return i<t?i:i+r>t+n?i+r-n:t}function Ai(e,t,n,r){let i=n-1,s=a=>Math.
max(0,Math.min(i,a));switch(e){case"ArrowDown":return s(t+1);case"ArrowUp":return s(t-1);case"PageDown":return s(t+r);case"\
PageUp":return s(t-r);case"Home":return 0;case"End":return i;default:return}}var Nl=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],Oi=40,Li=68,Di=window.matchMedia(
"(max-width: 720px)"),hn={address:"",scrollTop:0,active:""};function Fi({rows:e,changed:t,sort:n,onSort:r,onEscape:i,grid:s}){
let a=hn.address===he.peek(),l=C(a?hn.active:""),d=C(a?hn.scrollTop:0),c=C({height:600,rowHeight:Di.matches?Li:Oi}),{height:u,
rowHeight:g}=c.value,p=ye(()=>Math.floor(d.value/c.value.rowHeight)).value,m=Rl(he.value,s);Ye(()=>{let M=s.current;if(M===
null)return;let B=()=>{c.value={height:M.clientHeight,rowHeight:Di.matches?Li:Oi}},q=new ResizeObserver(B);return q.observe(
M),M.scrollTop=d.peek(),()=>{q.disconnect(),hn={address:m.current,scrollTop:d.peek(),active:l.peek()}}},[]);let b=L(0),v=Al(
e,l.value,b.current);b.current=v;let _=M=>{X(Z(M.namespace,M.name))},T=M=>{l.value=e[M]?.key??"";let B=s.current;B!==null&&
(B.scrollTop=Ri(M,B.scrollTop,u-g,g))},S=M=>{if(M.altKey||M.ctrlKey||M.metaKey)return;let B=Ai(M.key,l.value===""?-1:v,e.
length,Math.floor(u/g)-2),q=e[v]?.row;if(B!==void 0)T(B);else if(M.key==="Enter"&&M.target===M.currentTarget&&q!==void 0)
_(q);else if(M.key==="Escape")i();else return;M.preventDefault()},{first:A,last:oe}=Ni(p*g,u,g,e.length),Y=performance.now();
return o("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:s,"data-testi\
d":"services-grid","aria-activedescendant":v>=A&&v<oe?`row-${v}`:void 0,onKeyDown:S,onScroll:M=>{d.value=M.currentTarget.
scrollTop},onFocus:()=>{l.value===""&&(l.value=e[p]?.key??"")},children:[o(Ll,{sort:n,onSort:r}),o("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*g}px`},children:e.slice(A,oe).map(({key:M,row:B},q)=>o(mn,{row:B,index:A+q,top:(A+
q)*g,active:M===l.value,open:_,changedAt:Ol(t.get(M),Y)},M))})]})}function Rl(e,t){let n=L(e);return Ye(()=>{n.current!==
e&&t.current!==null&&(t.current.scrollTop=0),n.current=e},[e]),n}function Al(e,t,n){return t===""?0:e[n]?.key===t?n:Math.
max(0,e.findIndex(r=>r.key===t))}function Ol(e,t){return e!==void 0&&t-e<1500?e:0}function Ll({sort:e,onSort:t}){return o(
"div",{role:"rowgroup",class:"grid-head",children:o("div",{role:"row","aria-rowindex":1,class:"row",children:Nl.map(({label:n,
column:r})=>o("div",{role:"columnheader",class:`cell cell-${n.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?n:o("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===
e.column&&!e.descending}),children:[n,o("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?
"\u2193":"\u2191"})]})},n))})})}var Dl=100,Fl=400;function zi(){let e=mo(le("services"),Dl,v=>v.loaded),t=ee(()=>new fn,[]),n=ye(()=>wr(he.value)),r=ye(
()=>t.query(e.value.entries,n.value)),i=mo(e,Fl,v=>v.loaded),s=ye(()=>t.counts(i.value.entries,n.value));Fe(Ht(e.value.loaded?
s.value.problem.get("true")??0:void 0));let a=L(null),l=L(null),d=C(!1);Il(a);let c=v=>{X(`/services${_r({...n.value,...v})}`,
"replace")},u=()=>X("/services","replace"),g=v=>{if(v.key==="Escape")u();else if(v.key==="ArrowDown"||v.key==="Enter")l.
current?.focus();else return;v.preventDefault()},{rows:p,total:m}=r.value,b=Se.filter(v=>n.value[v]!=="").length;return o(
"div",{class:"services",children:[o("div",{class:"services-head",children:[o("h1",{children:"Services"}),o("p",{class:"s\
ervices-count","data-testid":"count",children:e.value.loaded&&(p.length===m?z(m,"Service"):`${x(p.length)} of ${z(m,"Ser\
vice")}`)}),o("label",{class:"search",children:[o("span",{class:"unseen",children:"Search Services"}),o("input",{ref:a,type:"\
search",placeholder:"Search name, address, finding",value:n.value.q,spellcheck:!1,autocomplete:"off",onInput:v=>c({q:v.currentTarget.
value}),onKeyDown:g}),o("kbd",{"aria-hidden":!0,children:"/"})]}),o("button",{type:"button",class:"button filters-toggle",
"aria-expanded":d.value,"aria-controls":"filters",onClick:()=>{d.value=!d.value},children:["Filters",b>0?` (${b})`:""]})]}),
o(Pi,{filters:n.value,counts:s.value,change:c,clear:u,open:d.value}),!e.value.loaded&&o(K,{label:"Services",lines:12}),e.
value.loaded&&p.length===0&&o(zl,{total:m,clear:u}),e.value.loaded&&p.length>0&&o(Fi,{rows:p,changed:e.value.changed,sort:n.
value.sort,onSort:v=>c({sort:v}),onEscape:u,grid:l})]})}function zl({total:e,clear:t}){return e===0?o(R,{title:"There ar\
e no Services",children:"Or none that you are allowed to read."}):o("div",{class:"nothing",children:[o("p",{class:"nothi\
ng-title",children:"No Service matches"}),o("button",{type:"button",class:"button",onClick:t,children:"Clear search and \
filters"})]})}function Il(e){O(()=>{let t=n=>{let r=n.target instanceof HTMLElement&&n.target.closest("input, select, te\
xtarea")!==null;n.key!=="/"||r||n.ctrlKey||n.metaKey||n.altKey||(n.preventDefault(),e.current?.focus(),e.current?.select())};
return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)},[])}function Ii({cluster:e}){return o("div",{class:"banners",role:"status","aria-label":"Notices",children:Ul(e)})}function Ul(e){
let{phase:t,reconnected:n}=V,r=new Date(V.heard.value).toISOString();if(t.value==="ended")return o(ht,{kind:"bad",title:"\
kubectl meshwork ui has ended",children:["Start ",o("code",{children:"kubectl meshwork ui"})," again and open the addres\
s that it prints. What you see is the picture of ",o(gn,{time:r}),"."]});if(t.value==="interrupted")return o(ht,{kind:"c\
aution",title:"The connection was interrupted",children:["Connecting again. What you see is the picture of ",o(gn,{time:r}),
"."]});if(t.value==="silent")return o(ht,{kind:"bad",title:"kubectl meshwork ui does not answer",children:["since ",o(gn,
{time:r}),". It may be suspended or overloaded. What you see is the last picture."]});let i=D(e,"connection");return t.value===
"open"&&i?.connected===!1?o(ht,{kind:"caution",title:"The API server cannot be reached",children:["since ",o(gn,{time:i.
since}),": ",o(f,{value:i.message}),". What you see is the last picture."]}):n.value?o(ht,{kind:"good",title:"Connected \
again"}):null}function gn({time:e}){return o(y,{children:[_e(e)," (",o(ce,{time:e}),")"]})}function ht({kind:e,title:t,children:n}){
return o("div",{class:`banner ${e}`,children:[o(P,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),o("p",
{children:[o("strong",{children:t})," ",n]})]})}function Ui({cluster:e}){let t=D(e,"gaps")??[];return t.length===0?null:o("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:o("details",{children:[o("summary",{children:[o(P,{shape:"question",color:"caution"}),o("span",
{children:[z(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),o("ul",{children:t.
map(n=>o("li",{children:[o("strong",{children:o(f,{value:n.kind})}),o("span",{class:"tag",children:n.forbidden?"not allo\
wed":"not available"}),o("span",{children:o(f,{value:n.message})})]},n.kind))})]})})}var Hl=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function Hi({cluster:e}){let t=D(e,"info");return o("header",
{class:"top",children:[o("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[o("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),o("span",{children:"Meshwork"})]}),o("nav",{"aria-label":"Pages",children:Hl.map(n=>o("a",
{href:n.href,"aria-current":n.pages.includes(we.value.page)?"page":void 0,children:n.label},n.href))}),o("div",{class:"t\
op-facts",children:[t!==void 0&&o(Bl,{info:t}),o(ql,{cluster:D(e,"connection")}),o(jl,{})]})]})}function Bl({info:e}){return o(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
o("span",{class:"fact",children:[o("span",{class:"fact-label",children:"Context"})," ",o(ve,{value:e.context})]}),e.scope!==
""&&o("span",{class:"fact scope",children:[o("span",{class:"fact-label",children:"Namespace"})," ",o(ve,{value:e.scope}),
o("span",{class:"fact-label",children:"only"})]})]})}function ql({cluster:e}){let{color:t,word:n,since:r}=Wl(e);return o(
"div",{class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[o("svg",{viewBox:"\
0 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?o("circle",{cx:"5",cy:"5",r:"4.5"}):o("rect",{x:"\
1",y:"1",width:"8",height:"8"})}),o("span",{class:"connection-word",children:[n,r!==void 0&&o("span",{"aria-hidden":!0,children:[
" for ",In(me.value-r)]})]})]})}function Wl(e){switch(V.phase.value){case"connecting":return{color:"neutral",word:"Conne\
cting"};case"silent":return{color:"bad",word:"Silent",since:V.heard.value};case"ended":case"interrupted":case"refused":return{
color:"bad",word:"Disconnected"};case"open":return e?.connected!==!1?{color:"good",word:"Live"}:{color:"caution",word:"A\
PI server silent",since:Date.parse(e.since)}}}var Kl={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0\
 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8\
A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};function jl(){return o("button",{type:"button",class:"button icon-only",onClick:or,
"aria-label":`Theme: ${ge.value}`,title:`Theme: ${ge.value}`,children:o("svg",{class:`icon theme-${ge.value}`,viewBox:"0\
 0 16 16",width:"16",height:"16","aria-hidden":!0,children:o("path",{d:Kl[ge.value]})})})}function Bi(e,t){let{color:n,word:r}=Ut.value,i=t?"No connection":r;O(()=>{document.title=i===""?e:`${i} \xB7 ${e}`},[i,
e]);let s=t?"/icon-stale.svg":n==="bad"?"/icon-bad.svg":"/icon.svg";O(()=>{document.querySelector("link[rel=icon]")?.setAttribute(
"href",s)},[s])}function qi(){return o("main",{id:"main",class:"message-page",children:[o("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),o("h1",{children:"Open the address that kubectl meshwork ui printed"}),o("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),o("p",{children:"If you do not have the address any more, stop the command and start it again:"}),o(rt,{text:"\
kubectl meshwork ui"})]})}function Wi(){let e=le("cluster"),t=L(null),n=Vl(e.value);return Bi(Yl(we.value),n),O(()=>{tt.value!==0&&(window.scrollTo(
0,0),t.current?.focus({preventScroll:!0}))},[tt.value]),V.phase.value==="refused"?o(qi,{}):o(y,{children:[o("a",{class:"\
skip",href:"#main",children:"Skip to content"}),o(Hi,{cluster:e.value}),o(Ii,{cluster:e.value}),o(Ui,{cluster:e.value}),
o("main",{id:"main",ref:t,tabIndex:-1,class:n?"stale":"","data-page":we.value.page,children:o(Gl,{route:we.value})})]})}
function Vl(e){let t=V.phase.value;return t==="ended"||t==="interrupted"||t==="silent"?!0:e.entries.get("connection")?.connected===
!1}function Gl({route:e}){switch(e.page){case"overview":return o($r,{});case"services":return o(zi,{});case"service":return o(
Ci,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return o(mr,{});case"unknown":return o(
"div",{class:"message-page",children:[o("h1",{children:"There is no such page"}),o("p",{children:o("a",{href:"/",children:"\
Go to the overview"})})]})}}function Yl(e){switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"\
Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 \
Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}rr();Fn();Xo();Yo();Jo(()=>V.open());V.open();var Ki=document.getElementById("app");Ki!==null&&Eo(o(Wi,{}),Ki);
